internal import CHeraldPlugin
import Values

/// Makes the numbers of calls, sessions, requests and timers: never 0, never reused in a process.
enum ContractNumber {
    private static let last = Lock<UInt64>(0)

    static func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }

    /// Whether a number was made by now.
    static func wasGiven(_ number: UInt64) -> Bool { number > 0 && number <= last.withLock { $0 } }
}

/// One call on its way through a plugin.
final class PendingCall: Sendable {
    let id: herald_call
    /// The interface that it came through, whose `cancel` knows it.
    let interface: PluginManifest.Provision.Kind
    /// The context that came with it, for the services asked on its behalf.
    let context: JSON
    let mark = PluginCallMark.current
    let promise = Promise<JSON>()
    private let isInside = Lock(false)

    init(_ interface: PluginManifest.Provision.Kind, context: JSON) {
        id = ContractNumber.next()
        self.interface = interface
        self.context = context
    }

    /// The plugin knows the call from now on.
    func enter() { isInside.withLock { $0 = true } }

    /// Whether the plugin knows the call.
    var wasEntered: Bool { isInside.withLock { $0 } }
}

/// The calls of one plugin that have no answer yet.
final class CallTable: Sendable {
    private let calls = Lock<[herald_call: PendingCall]>([:])
    private let abandoned = Lock(AbandonedCalls())

    /// The host gives a call up, which the plugin may still finish.
    func abandon(_ call: PendingCall) {
        abandoned.withLock { $0.add(call.id) }
        remove(call)
    }

    /// Whether the host gave a call up.
    func wasAbandoned(_ id: herald_call) -> Bool { abandoned.withLock { $0.contains(id) } }

    func add(_ call: PendingCall) { calls.withLock { $0[call.id] = call } }

    func remove(_ call: PendingCall) { calls.withLock { $0[call.id] = nil } }

    /// Takes a call out: whoever gets it ends it.
    func take(_ id: herald_call) -> PendingCall? { calls.withLock { $0.removeValue(forKey: id) } }

    /// The call when it still runs.
    func find(_ id: herald_call) -> PendingCall? { calls.withLock { $0[id] } }

    var all: [PendingCall] { calls.withLock { Array($0.values) } }
}
