import CHeraldPlugin
import Glibc
import Testing
import Values

/// The smallest host that the contract allows, to see a plugin as C sees it.
final class RawHost: @unchecked Sendable {
    struct Finish: Sendable {
        let call: UInt64
        let status: Int32
        let text: String
    }

    struct Request: Sendable {
        let id: UInt64
        let service: String
        let operation: String
        let json: String
    }

    private struct Held: @unchecked Sendable {
        let reply: herald_reply
        let user: UnsafeMutableRawPointer?
    }

    private struct Timer: @unchecked Sendable {
        let fire: @convention(c) (UnsafeMutableRawPointer?) -> Void
        let user: UnsafeMutableRawPointer?
    }

    private struct State {
        var finishes: [Finish] = []
        var requests: [Request] = []
        var held: [UInt64: Held] = [:]
        var timers: [UInt64: Timer] = [:]
        var nextID: UInt64 = 1000
        var isStopping = false
        var isClosed = false
        /// Replies and timers on their way into the plugin.
        var underWay = 0
        var callsAfterClose = 0
    }

    private let state = Lock(State())
    /// What a service answers at once on a thread of its own; `nil` holds the request until it is cancelled.
    private let answer: @Sendable (Request) -> (json: String, body: String)?
    let host = UnsafeMutablePointer<herald_host>.allocate(capacity: 1)

    init(answer: @escaping @Sendable (Request) -> (json: String, body: String)?) {
        self.answer = answer
        host.initialize(
            to: herald_host(
                size: UInt32(MemoryLayout<herald_host>.size),
                abi_major: HERALD_ABI_MAJOR,
                abi_minor: HERALD_ABI_MINOR,
                ctx: Unmanaged.passRetained(self).toOpaque(),
                log: { context, _, _ in RawHost.from(context)?.touch() },
                find: { _, id in RawTables.find(RawHost.copy(id)) },
                finish: { context, call, status, text, error in
                    let message = error.map { RawHost.copy($0.pointee.message) } ?? ""
                    return RawHost.from(context)?.finish(call, status, RawHost.copy(text) + message) ?? -1
                }
            )
        )
    }

    var finishCount: Int { state.withLock { $0.finishes.count } }
    var finishes: [Finish] { state.withLock { $0.finishes } }
    var requests: [Request] { state.withLock { $0.requests } }
    var callsAfterClose: Int { state.withLock { $0.callsAfterClose } }

    /// How long a plugin may take for what a host here answers at once, on a machine that does other things as well.
    private static let patience: Duration = .seconds(300)

    /// Waits for what the plugin owes.
    func wait(for what: String, _ condition: () -> Bool) async {
        let deadline = ContinuousClock.now + Self.patience
        while !condition() {
            guard ContinuousClock.now < deadline else {
                Issue.record("\(what) did not come within \(Self.patience)")
                return
            }
            await Task.yield()
        }
    }

    /// From here on no call of the plugin is allowed.
    func close() { state.withLock { $0.isClosed = true } }

    /// Refuses new requests and answers what is held with `cancelled`, as a host does before it stops a plugin.
    func cancelHeld() {
        let held = state.withLock { state in
            state.isStopping = true
            state.timers = [:]
            return Array(state.held.keys)
        }
        for id in held { _ = cancel(id) }
    }

    /// Whether a reply or timer is on its way into the plugin.
    var isBusy: Bool { state.withLock { $0.underWay > 0 } }

    /// Enters the plugin on a thread of the host; before that has returned the plugin is not destroyed.
    func enter(_ body: @escaping () -> Void) {
        state.withLock { $0.underWay += 1 }
        RawThreads.answer {
            body()
            self.state.withLock { $0.underWay -= 1 }
        }
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> RawHost? {
        context.map { Unmanaged<RawHost>.fromOpaque($0).takeUnretainedValue() }
    }

    static func copy(_ text: herald_str) -> String {
        // What stands for text that is none is no JSON either.
        String(validating: UnsafeRawBufferPointer(start: text.ptr, count: text.len), as: UTF8.self) ?? "(no UTF-8)"
    }

    private func touch() {
        state.withLock { if $0.isClosed { $0.callsAfterClose += 1 } }
    }

    private func finish(_ call: UInt64, _ status: Int32, _ text: String) -> herald_status {
        touch()
        state.withLock { $0.finishes.append(Finish(call: call, status: status, text: text)) }
        return 0
    }

    static func request(
        _ context: UnsafeMutableRawPointer?,
        _ service: String,
        _ operation: String,
        _ json: String,
        _ reply: herald_reply?,
        _ user: UnsafeMutableRawPointer?,
        _ id: UnsafeMutablePointer<UInt64>?
    ) -> herald_status {
        guard let host = from(context), let reply else { return herald_status(HERALD_E_INPUT) }
        return host.request(service, operation, json, reply, user, id)
    }

    private func request(
        _ service: String,
        _ operation: String,
        _ json: String,
        _ reply: @escaping herald_reply,
        _ user: UnsafeMutableRawPointer?,
        _ id: UnsafeMutablePointer<UInt64>?
    ) -> herald_status {
        touch()
        guard json.isEmpty || (try? JSONText.parse(Array(json.utf8))) != nil else {
            return herald_status(HERALD_E_INPUT)
        }
        let request = state.withLock { state -> Request? in
            guard !state.isStopping else { return nil }
            state.nextID += 1
            let request = Request(id: state.nextID, service: service, operation: operation, json: json)
            state.requests.append(request)
            state.held[request.id] = Held(reply: reply, user: user)
            return request
        }
        guard let request else { return herald_status(HERALD_E_CANCELLED) }
        id?.pointee = request.id
        if let answer = answer(request) {
            enter {
                guard let held = self.take(request.id) else { return }
                Borrowed.lend(answer.json) { json in
                    Borrowed.lend(answer.body) { held.reply(held.user, 0, json, $0, nil) }
                }
            }
        }
        return herald_status(HERALD_PENDING)
    }

    func cancel(_ id: UInt64) -> herald_status {
        guard let held = take(id) else { return herald_status(HERALD_E_INPUT) }
        enter {
            held.reply(held.user, herald_status(HERALD_E_CANCELLED), herald_str(), herald_str(), nil)
        }
        return 0
    }

    /// A timer fires at once: time is virtual here, and nobody has anything else to do.
    func after(
        _ fire: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void,
        _ user: UnsafeMutableRawPointer?
    ) -> UInt64? {
        touch()
        let timer = state.withLock { state -> UInt64? in
            guard !state.isStopping else { return nil }
            state.nextID += 1
            state.timers[state.nextID] = Timer(fire: fire, user: user)
            return state.nextID
        }
        guard let timer else { return nil }
        enter {
            guard let timer = self.state.withLock({ $0.timers.removeValue(forKey: timer) }) else { return }
            timer.fire(timer.user)
        }
        return timer
    }

    func cancel(timer: UInt64) -> herald_status {
        state.withLock { $0.timers.removeValue(forKey: timer) } == nil ? herald_status(HERALD_E_INPUT) : 0
    }

    private func take(_ id: UInt64) -> Held? { state.withLock { $0.held.removeValue(forKey: id) } }

    /// What the host of a well-behaved server answers; a WebSocket greets once and then says nothing.
    static func answers() -> @Sendable (Request) -> (json: String, body: String)? {
        let greeted = Lock<Set<String>>([])
        return { request in
            switch (request.service, request.operation) {
            case ("http", _): return (#"{"status":200,"headers":{}}"#, #"{"ok":true}"#)
            case ("server", _): return (#"{"status":201,"headers":{}}"#, #"{"data":{"id":"e-1","sequence":0}}"#)
            case ("websocket", "connect"): return ("{\"socket\":\(request.id)}", "")
            case ("websocket", "receive"):
                let isFirst = greeted.withLock { $0.insert(request.json).inserted }
                return isFirst ? (#"{"closed":false}"#, #"{"type":"hello","sequence":0}"#) : nil
            case ("websocket", _): return ("{}", "")
            default: return (#"{"value":1}"#, "")
            }
        }
    }
}

/// Text as the contract lends it: gone, and something else in its place, when the call has returned.
enum Borrowed {
    static func lend<Result>(_ text: String, _ body: (herald_str) -> Result) -> Result {
        let bytes = Array(text.utf8)
        let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { place[index] = CChar(bitPattern: byte) }
        defer {
            memset(place, 0x58, bytes.count)
            place.deallocate()
        }
        return body(herald_str(ptr: place, len: bytes.count))
    }
}
