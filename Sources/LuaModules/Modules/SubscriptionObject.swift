internal import Scripting
internal import Values

/// What `on` returns: `off` ends it; without a function it queues events for `receive`.
final class SubscriptionObject: LuaObject, Sendable {
    private let queue: EventQueue?
    private let end = Lock<(@Sendable () async -> Void)?>(nil)

    init(queue: EventQueue?) { self.queue = queue }

    /// Says how to end it; kept apart since the subscription exists before its source answers.
    func onEnd(_ end: @escaping @Sendable () async -> Void) { self.end.withLock { $0 = end } }

    func off() async {
        let end = self.end.withLock { end in
            defer { end = nil }
            return end
        }
        await end?()
        queue?.end()
    }

    struct ReceiveOptions: LuaOptions {
        static let names = ["timeout"]
        let timeout: Duration?

        init(_ options: LuaOptionReader) throws(HeraldError) {
            timeout = try options.optional("timeout", as: LuaSeconds.self)?.duration
        }
    }

    static let luaType = LuaType("Subscription", of: SubscriptionObject.self) { type in
        type.asyncFunction("off") { (subscription: SubscriptionObject) async throws in await subscription.off() }
        type.waitFunction("receive") {
            (
                subscription: SubscriptionObject,
                context: ScriptContext,
                options: ReceiveOptions
            ) throws
                -> LuaWait<PushedEvent> in
            guard let queue = subscription.queue else {
                throw HeraldError(
                    .invalidState,
                    "the events go to a function",
                    hint: "call on without one to receive them"
                )
            }
            if let event = queue.ready() { return .ready(event) }
            let (timeout, clock) = (options.timeout, context.clock)
            return .later { PushedEvent(try await queue.next(timeout: timeout, clock: clock)) }
        }
        type.closing { await $0.off() }
    }
}

/// An event, or nil at the end.
struct PushedEvent: LuaPushable {
    private let event: EventQueue.Event?

    init(_ event: EventQueue.Event?) { self.event = event }

    func push(to call: LuaCall) -> Int32 { event?.push(to: call) ?? Bool?.none.push(to: call) }
}
