import CMicroHTTPD
import CNetBridge
import Values

/// All requests under way, from their first header to their last byte; touched by the loop's thread only.
final class ExchangeTable {
    private let limits: HTTPLimits
    private let log: LogSink
    private let mailbox: LoopMailbox
    private let ledger: TaskLedger
    private let reading: (any TaskExecutor)?
    private let handler: @Sendable (ServerRequest) async -> ServerReply
    let refusal: Refusal
    private var waiting: [UInt64: Exchange] = [:]
    /// Those whose body comes in chunks and is not whole.
    private var chunked: [ObjectIdentifier: Exchange] = [:]
    private var nextTicket: UInt64 = 0
    private var reservedBytes = 0
    /// Requests that are neither answered in full nor turned into a WebSocket.
    private(set) var count = 0
    /// Set once the server is to end: new requests are refused.
    var isClosing = false
    /// Adopts a connection that has become a WebSocket.
    var adopt: (OpaquePointer, Int32, UnsafeRawBufferPointer, @escaping ServerReply.Session) -> Void = { _, _, _, _ in }

    init(
        limits: HTTPLimits,
        log: @escaping LogSink,
        mailbox: LoopMailbox,
        ledger: TaskLedger,
        reading: (any TaskExecutor)?,
        refusal: @escaping Refusal,
        handler: @escaping @Sendable (ServerRequest) async -> ServerReply
    ) {
        self.limits = limits
        self.log = log
        self.mailbox = mailbox
        self.ledger = ledger
        self.reading = reading
        self.refusal = refusal
        self.handler = handler
    }

    // MARK: What libmicrohttpd calls

    /// The first call for a request: only its head is there.
    func begin(
        _ connection: OpaquePointer,
        line: RequestLine?,
        method: String,
        earlierBytes: UInt64?,
        state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        let headBytes = herald_server_head_size(connection)
        if let fault = limits.fault(ofHead: headBytes, fields: RequestReader.fieldCount(of: connection), line) {
            // The library has no room left for a reply, and would close the connection without one.
            DirectReply.refuse(connection, refusal(nil, fault))
            return .NO
        }
        let exchange: Exchange
        var fault: RequestFault?
        var request = ServerRequest(method, path: [])
        do throws(RequestFault) {
            if isClosing { throw .unavailable }
            let head = try RequestReader.head(of: connection, line: line, method: method)
            request = head.request
            let bytes = try reservation(for: head.framing, longest: limits.bodyBytes(for: head.request.path))
            reservedBytes += bytes
            exchange = Exchange(
                request: head.request,
                connection: connection,
                reservedBytes: bytes,
                takenBytes: Self.end(of: head.framing, earlierBytes, headBytes),
                isChunked: head.framing == .chunked,
                bodyDeadline: LoopTime.now + limits.bodyMilliseconds
            )
        } catch {
            fault = error
            exchange = Exchange(request: request, connection: connection)
        }
        count += 1
        if exchange.isChunked { chunked[ObjectIdentifier(exchange)] = exchange }
        state.pointee = Unmanaged.passRetained(exchange).toOpaque()
        // A reply at this point makes libmicrohttpd close the connection, which is right after a bad head.
        return fault.map { queue(refusal(request, $0), exchange) } ?? .YES
    }

    /// The connections of which a part of a body in chunks was read since the last call; `nil` among too many.
    func chunkedInProgress() -> [OpaquePointer]? {
        guard chunked.count <= HeadWatch.searched else { return nil }
        return chunked.values.filter { $0.progress.isNew(herald_server_taken_bytes($0.connection)) }.map(\.connection)
    }

    /// Bytes of the connection up to the end of the body.
    private static func end(of framing: HeaderRules.Framing, _ earlier: UInt64?, _ head: Int) -> UInt64? {
        guard let start = earlier?.addingReportingOverflow(UInt64(head)), !start.overflow else { return nil }
        switch framing {
        case .none: return start.partialValue
        case .chunked: return nil
        case .length(let length):
            let end = start.partialValue.addingReportingOverflow(length)
            return end.overflow ? nil : end.partialValue
        }
    }

    /// A piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer, _ exchange: Exchange) -> MHD_Result {
        guard LoopTime.now < exchange.bodyDeadline else {
            log(.debug, "a request's body did not come in time")
            return .NO
        }
        if exchange.fault == nil, exchange.request.body.count + bytes.count > exchange.reservedBytes {
            exchange.fault = Self.tooLong
            exchange.request.body = []
        }
        guard exchange.fault == nil else {
            // No reply can be sent while the body comes, so a little more is read before giving up on the peer.
            exchange.discardedBytes += bytes.count
            return exchange.discardedBytes > limits.bodyBytes ? .NO : .YES
        }
        exchange.request.body.append(contentsOf: bytes)
        return .YES
    }

    /// The request is whole, or the connection was resumed with an answer.
    func proceed(_ exchange: Exchange) -> MHD_Result {
        if exchange.isChunked { chunked[ObjectIdentifier(exchange)] = nil }
        switch exchange.phase {
        case .receiving:
            if let fault = exchange.fault { return queue(refusal(exchange.request, fault), exchange) }
            start(exchange)
            return .YES
        case .answered(let reply):
            // No new conversation begins while the others are being ended.
            if isClosing, case .webSocket = reply.content { exchange.phase = .answered(RequestFault.unavailable.reply) }
            return queue(exchange)
        case .abandoned: return .NO
        case .handling, .sent, .upgraded: return .YES
        }
    }

    /// The request is over, whether answered or broken off.
    func complete(_ exchange: Exchange) {
        if exchange.isChunked { chunked[ObjectIdentifier(exchange)] = nil }
        if case .handling(let ticket) = exchange.phase { waiting[ticket] = nil }
        if case .upgraded = exchange.phase { return }
        release(exchange)
    }

    // MARK: Handlers

    private func start(_ exchange: Exchange) {
        nextTicket += 1
        let ticket = nextTicket
        exchange.phase = .handling(ticket: ticket)
        waiting[ticket] = exchange
        MHD_suspend_connection(exchange.connection)
        ledger.run(on: Self.onlyReads(exchange.request) ? reading : nil) {
            [handler, mailbox, request = exchange.request] in
            mailbox.post(.answer(ticket: ticket, await handler(request)))
        }
        exchange.request.body = []
    }

    private static func onlyReads(_ request: ServerRequest) -> Bool {
        request.method == "GET" || request.method == "HEAD"
    }

    /// Hands a handler's answer on; `false` when the request is gone.
    func answer(_ ticket: UInt64, _ reply: ServerReply) -> Bool {
        guard let exchange = waiting.removeValue(forKey: ticket) else { return false }
        exchange.phase = .answered(reply)
        MHD_resume_connection(exchange.connection)
        return true
    }

    /// Ends everything that handlers still work on; a daemon with suspended connections cannot be stopped.
    ///
    /// Who only reads is told to come again. What changes something may be done yet or not: nobody can say, so its
    /// connection is closed without an answer.
    func refuseAll() {
        for (ticket, exchange) in waiting {
            if Self.onlyReads(exchange.request) {
                _ = answer(ticket, RequestFault.unavailable.reply)
            } else {
                waiting[ticket] = nil
                exchange.phase = .abandoned
                MHD_resume_connection(exchange.connection)
            }
        }
    }

    // MARK: Replies

    private static let tooLong = RequestFault(413, "ERR_BAD_REQUEST", "The body is too long.")

    private func reservation(for framing: HeaderRules.Framing, longest: Int) throws(RequestFault) -> Int {
        let bytes: Int
        switch framing {
        case .none: bytes = 0
        case .chunked: bytes = longest
        case .length(let length):
            guard length <= UInt64(longest) else { throw Self.tooLong }
            bytes = Int(length)
        }
        guard reservedBytes + bytes <= limits.allBodyBytes else { throw .unavailable }
        return bytes
    }

    private func queue(_ exchange: Exchange) -> MHD_Result {
        guard case .answered(let reply) = exchange.phase else { return .NO }
        return queue(reply, exchange)
    }

    private func queue(_ reply: ServerReply, _ exchange: Exchange) -> MHD_Result {
        guard let response = makeResponse(reply, exchange) else { return .NO }
        defer { MHD_destroy_response(response) }
        for header in reply.headers where MHD_add_response_header(response, header.name, header.value) != .YES {
            log(.warning, "the header \(header.name) of an answer was left out: its value cannot be sent")
        }
        if isClosing { _ = MHD_add_response_header(response, "Connection", "close") }
        let outcome = MHD_queue_response(exchange.connection, UInt32(clamping: reply.status), response)
        if case .answered(let reply) = exchange.phase, case .webSocket = reply.content, outcome == .YES {
            // Stays answered until the connection is handed over, which needs the session.
            return outcome
        }
        exchange.phase = .sent
        return outcome
    }

    private func makeResponse(_ reply: ServerReply, _ exchange: Exchange) -> OpaquePointer? {
        switch reply.content {
        case .body(let bytes): ResponseBody.response(bytes)
        case .webSocket:
            MHD_create_response_for_upgrade(
                { table, _, exchange, extra, length, descriptor, handle in
                    guard let table, let exchange, let handle else { return }
                    let extra = UnsafeRawBufferPointer(start: extra, count: extra == nil ? 0 : length)
                    Unmanaged<ExchangeTable>.fromOpaque(table).takeUnretainedValue().handOver(
                        Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(),
                        (handle, descriptor, extra)
                    )
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
        }
    }

    private func handOver(_ exchange: Exchange, _ connection: (OpaquePointer, Int32, UnsafeRawBufferPointer)) {
        guard case .answered(let reply) = exchange.phase, case .webSocket(let session) = reply.content else { return }
        exchange.phase = .upgraded
        release(exchange)
        adopt(connection.0, connection.1, connection.2, session)
    }

    private func release(_ exchange: Exchange) {
        count -= 1
        reservedBytes -= exchange.reservedBytes
    }
}
