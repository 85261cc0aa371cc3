import CMicroHTTPD
import CNetBridge
import Values

/// What the callbacks of libmicrohttpd reach; it lives as long as the daemon.
final class LoopContext {
    fileprivate let exchanges: ExchangeTable
    fileprivate let heads: HeadWatch
    fileprivate let lines = RequestLines()
    fileprivate let log: LogSink

    init(exchanges: ExchangeTable, heads: HeadWatch, log: @escaping LogSink) {
        self.exchanges = exchanges
        self.heads = heads
        self.log = log
    }

    /// The callbacks with this object, retained, behind them.
    func makeCallbacks() -> UnsafeMutablePointer<herald_server_callbacks> {
        let callbacks = UnsafeMutablePointer<herald_server_callbacks>.allocate(capacity: 1)
        callbacks.initialize(
            to: herald_server_callbacks(
                context: Unmanaged.passRetained(self).toOpaque(),
                request: handleRequest,
                completed: completeRequest,
                connection: noteConnection,
                target: noteTarget,
                escaped: checkEscaped,
                refused: replaceRefusal,
                log: logLine
            )
        )
        return callbacks
    }

    /// Lets go of the callbacks once the daemon is stopped.
    static func release(_ callbacks: UnsafeMutablePointer<herald_server_callbacks>) {
        if let context = callbacks.pointee.context { Unmanaged<LoopContext>.fromOpaque(context).release() }
        callbacks.deallocate()
    }

    /// The connection that libmicrohttpd refuses now, which it does not say; `nil` when there are several that it may be.
    fileprivate func refused() -> OpaquePointer? {
        if let judged = lines.judged() { return judged }
        guard let begun = heads.begun(), let receiving = exchanges.chunkedInProgress() else { return nil }
        let candidates = begun + receiving
        return candidates.count == 1 ? candidates.first : nil
    }

    fileprivate static func from(_ pointer: UnsafeMutableRawPointer?) -> LoopContext? {
        pointer.map { Unmanaged<LoopContext>.fromOpaque($0).takeUnretainedValue() }
    }
}

private let handleRequest: MHD_AccessHandlerCallback = { me, connection, target, method, version, body, length, state in
    guard let me = LoopContext.from(me), let connection, let state else { return .NO }
    guard let known = state.pointee else {
        let earlierBytes = me.heads.end(connection)
        let line = me.lines.end(connection).flatMap {
            RequestLine($0, method: method, target: target, version: version)
        }
        return me.exchanges.begin(
            connection,
            line: line,
            method: method.map { String(cString: $0) } ?? "",
            earlierBytes: earlierBytes,
            state: state
        )
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    guard let length, length.pointee > 0, let body else { return me.exchanges.proceed(exchange) }
    let bytes = UnsafeRawBufferPointer(start: body, count: length.pointee)
    length.pointee = 0
    return me.exchanges.receive(bytes, exchange)
}

private let completeRequest: MHD_RequestCompletedCallback = { me, connection, state, _ in
    guard let me = LoopContext.from(me), let state else { return }
    if let connection { _ = me.lines.end(connection) }
    guard let known = state.pointee else { return }
    state.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    me.exchanges.complete(exchange)
    if let connection { me.heads.begin(connection, now: LoopTime.now, after: exchange.takenBytes) }
}

private let noteConnection: MHD_NotifyConnectionCallback = { me, connection, _, event in
    guard let me = LoopContext.from(me), let connection else { return }
    switch event {
    case .CONNECTION_NOTIFY_STARTED: me.heads.begin(connection, now: LoopTime.now)
    default:
        me.heads.end(connection)
        _ = me.lines.end(connection)
    }
}

private let noteTarget: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int) -> Void =
    {
        me,
        connection,
        target,
        length in
        guard let me = LoopContext.from(me), let connection, let target else { return }
        me.lines.begin(connection, RequestLines.Target(start: target, length: length))
    }

private let checkEscaped: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?) -> Void = {
    me,
    connection,
    text in
    guard let me = LoopContext.from(me), let connection, let text else { return }
    // Only behind a NUL byte does the library find a query that we did not see.
    if me.lines.isOther(text, than: connection) {
        let fault = RequestFault(400, "ERR_BAD_REQUEST", "The path is not valid.")
        DirectReply.refuse(connection, me.exchanges.refusal(nil, fault))
    }
}

private let replaceRefusal: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void = { me, status in
    guard let me = LoopContext.from(me), let connection = me.refused() else { return }
    // The library's own reply is a page, and with two heads when the request's was whole.
    let fault = DirectReply.fault(Int(status), ofWholeHead: me.lines.judged() != nil)
    DirectReply.refuse(connection, me.exchanges.refusal(nil, fault))
}

private let logLine: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { me, line in
    guard let me = LoopContext.from(me), let line else { return }
    // Faults of peers, mostly; never headers or bodies.
    me.log(.debug, "http: \(String(cString: line))")
}
