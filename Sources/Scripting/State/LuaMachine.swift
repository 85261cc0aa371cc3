internal import CLua
internal import CLuaBridge
internal import Values

/// One Lua state as Swift sees it; used only on the actor that owns it.
@usableFromInline
final class LuaMachine {
    /// Running code gives way after so long, so that other tasks on the pool get their turn.
    static let sliceNanoseconds: UInt64 = 10_000_000
    /// The hook's step: most of its cost is there whatever the step, and a step may be so many calls of C functions.
    static let hookStep: Int32 = 100

    /// About what Swift holds for a task that waits; it counts as the script's memory.
    static let taskBytes = 5000

    /// Does what a host function waits for, pushes the results and says how many.
    @usableFromInline typealias Operation = nonisolated(nonsending) () async throws -> Int32

    let handle: OpaquePointer
    @usableFromInline let main: OpaquePointer
    let context: ScriptContext
    let inbox: ScriptInbox
    /// What the coroutine that just yielded waits for.
    @usableFromInline var pending: Operation?
    var current: LuaTask?
    var taskCount = 0
    var tasks: [ObjectIdentifier: LuaTask] = [:]
    var modules = ModuleLoads()
    /// Modules are read one after the other: thousands of tasks that require must not take as many threads.
    let readingTurns = Turns(1)
    var written = 0
    /// Tasks whose failure nobody took, in this run.
    var failures = 0
    /// What a task that was waited for raised last, for the traceback of who waited.
    var lastRaised: RaisedValue?
    /// Fields and methods of the types that scripts met, for those who misspell them.
    var typeNames: Set<String> = []
    /// The budget of the run under way; calls from outside belong to it.
    var runBudget: RunBudget?
    /// Tasks that raised and that nobody joined yet.
    var unseen: [LuaTask] = []
    let sources = SourceNames()
    /// Everything whose address Lua holds.
    private var kept: [AnyObject] = []

    init(_ configuration: ScriptConfiguration) throws(HeraldError) {
        inbox = ScriptInbox()
        context = ScriptContext(configuration: configuration, inbox: inbox)
        guard
            let handle = herald_machine_new(
                configuration.limits.memory,
                SystemRandomNumberGenerator.one(),
                configuration.random.next(),
                { thread, box in LuaMachine.enter(thread, box) },
                { Unmanaged<AnyObject>.fromOpaque($0).release() },
                { owner, wall in
                    let clock = Unmanaged<LuaMachine>.fromOpaque(owner).takeUnretainedValue().context.clock
                    return wall ? clock.wallMilliseconds : clock.monotonicMilliseconds
                }
            )
        else {
            throw HeraldError(.memoryLimit, "there is no memory for a Lua state")
        }
        self.handle = handle
        main = herald_main_thread(handle)
        let wallTime = configuration.limits.wallTime?.milliseconds ?? 0
        herald_set_calls(handle, inbox.identity, UInt64(clamping: wallTime) &* 1_000_000)
        herald_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
        herald_set_object_json(handle) { object, length in
            let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue() as? any LuaJSONObject
            guard let bytes = object?.luaJSON.map({ Array($0.text.utf8) }) else { return nil }
            length.pointee = bytes.count
            return bytes.withUnsafeBytes { $0.baseAddress.flatMap { herald_copy($0, bytes.count) } }
        }
        herald_set_depth_limit(handle, Int32(clamping: configuration.limits.coroutineDepth))
        watch(configuration)
    }

    private func watch(_ configuration: ScriptConfiguration) {
        let isMetered = configuration.limits.instructions != nil
        let wantsSignals = configuration.interruption == .signal && !isMetered
        var isWatched = false
        if wantsSignals || configuration.backstop != nil {
            let backstop = configuration.backstop.map { Fallen(backstop: $0, sources: sources) }
            isWatched = herald_watch(
                handle,
                wantsSignals,
                UInt64(clamping: configuration.backstop?.grace.milliseconds ?? 0) &* 1_000_000,
                backstop.map { _ in Fallen.call },
                backstop.map { keep($0) }
            )
            if !isWatched {
                context.log(.warning, "scripts are interrupted by counting: another handler of SIGURG is installed")
            }
        }
        if !(wantsSignals && isWatched) { herald_count_instructions(handle, Self.hookStep) }
    }

    deinit { herald_machine_free(handle) }

    /// What the watch calls when a script cannot be stopped.
    private final class Fallen: Sendable {
        let backstop: ScriptBackstop
        let sources: SourceNames

        init(backstop: ScriptBackstop, sources: SourceNames) {
            self.backstop = backstop
            self.sources = sources
        }

        static let call: herald_fallen = { context, place in
            guard let context else { return }
            let fallen = Unmanaged<Fallen>.fromOpaque(context).takeUnretainedValue()
            fallen.backstop.action(fallen.sources.split(String(cString: place))?.place)
        }
    }

    func keep(_ object: AnyObject) -> UnsafeMutableRawPointer {
        kept.append(object)
        return Unmanaged.passUnretained(object).toOpaque()
    }

    /// The one way from Lua into Swift.
    private static func enter(_ thread: OpaquePointer, _ box: UnsafeMutableRawPointer?) -> Int32 {
        let call = LuaCall(thread)
        guard let box else {
            call.machine.pending = nil
            var error = call.cannotWait()
            if let waiting = herald_running_function(thread) {
                error = Unmanaged<HostFunction>.fromOpaque(waiting).takeUnretainedValue().naming(error)
            }
            call.machine.push(error: error, to: thread)
            return 1
        }
        // The machine keeps the function.
        return Unmanaged<HostFunction>.fromOpaque(box)._withUnsafeGuaranteedRef { function in
            do {
                return try function.body(call)
            } catch {
                return call.machine.raise(error, from: function, on: call)
            }
        }
    }

    private func raise(_ error: any Error, from function: HostFunction, on call: LuaCall) -> Int32 {
        if let error = error as? HeraldError {
            push(error: error.isPlain ? error : function.naming(error), to: call.thread)
            return Int32(HERALD_CALL_ERROR)
        }
        if let raised = error as? RaisedValue {
            lastRaised = raised
            return raised.value.push(to: call) == 1 ? Int32(HERALD_CALL_ERROR) : 0
        }
        push(error: HeraldError(error), to: call.thread)
        return Int32(HERALD_CALL_ERROR)
    }

    /// Gives up what Swift no longer refers to.
    func sweep() {
        let released = inbox.takeReleased()
        for slot in released.slots { luaL_unref(main, herald_registry_index(), slot) }
        if released.tasks > 0 { herald_charge(handle, -released.tasks * Self.taskBytes) }
    }
}

extension SystemRandomNumberGenerator {
    /// Salt for one state; it must not be guessable or repeatable, so it does not come from the seeded source.
    fileprivate static func one() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
