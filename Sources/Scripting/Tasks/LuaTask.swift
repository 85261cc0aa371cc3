internal import CLua
internal import CLuaBridge
internal import Values

/// One coroutine that the host drives, and what became of it.
final class LuaTask: LuaObject, @unchecked Sendable {
    // Sendable: touched only on the state's actor, except `waiters` and `inbox`, which have locks.
    enum Outcome {
        /// How many results lie on the coroutine's stack.
        case returned(Int32)
        case raised(HeraldError, value: LuaReference)
        /// Dropped where it was; the budget says why.
        case stopped(HeraldError)
    }

    let thread: OpaquePointer
    let budget: RunBudget
    // Nothing of the parent but what is needed: a task that starts the next and ends must not stay for it.
    let isChild: Bool
    /// The module whose loading this task belongs to.
    let module: String?
    var job: Task<Void, Never>?
    var outcome: Outcome?
    /// How it left off when it was begun without a Swift task of its own.
    var begun: LuaMachine.Turn?
    /// Whether somebody took the outcome; errors that nobody took are reported.
    var isJoined = false
    /// How often a wait raised `cancelled`, or a slice ran out, since the cancel.
    var cancelledTurns = 0
    /// Started from outside: nobody can join it.
    var isPosted = false
    /// Whether the log told its error when it happened.
    var isLogged = false
    /// Where the hook took its turn away; its suspended stack shows the instruction before.
    var yieldPlace: SourcePlace?
    /// The script line that asked for it, where its stack may not have one of its own.
    var origin: SourcePlace?
    /// Made for the first who waits: most tasks end before anybody does.
    private var waiters: Waiters?
    /// The coroutine of it whose host function waits, while one does.
    var waitingThread: OpaquePointer?
    /// Counts up in the order of their making.
    let number: Int
    /// Called once, on the actor, when there is an outcome.
    var ended: ((LuaTask) -> Void)?
    /// The task that started this one and cannot end before it; none once this one ended.
    var holder: LuaTask?
    /// Tasks without whose end this one does not go on.
    var waitsFor: [LuaTask] = []
    private let slot: Int32
    private let inbox: ScriptInbox

    init(
        thread: OpaquePointer,
        slot: Int32,
        number: Int,
        inbox: ScriptInbox,
        budget: RunBudget,
        parent: LuaTask?,
        module: String? = nil
    ) {
        self.thread = thread
        self.slot = slot
        self.number = number
        self.inbox = inbox
        self.budget = budget
        isChild = parent != nil
        self.module = module ?? parent?.module
    }

    deinit { inbox.release(task: slot) }

    func cancel() { job?.cancel() }

    /// Returns when it has ended, or the calling Swift task is cancelled.
    nonisolated(nonsending) func untilEndOrCancel() async {
        if outcome == nil { await someWaiters().wait() }
    }

    /// Returns when it has ended, also when the calling Swift task is cancelled.
    nonisolated(nonsending) func untilEnd() async {
        if outcome == nil { await someWaiters().waitToEnd() }
    }

    private func someWaiters() -> Waiters {
        let waiters = waiters ?? Waiters()
        self.waiters = waiters
        return waiters
    }

    /// Wakes who waits, once there is an outcome.
    func wake() { waiters?.finish() }

    /// What went wrong, when something did.
    var failure: HeraldError? {
        switch outcome {
        case .raised(let error, _), .stopped(let error): error
        case .returned, nil: nil
        }
    }

    /// Waits for the end of another task.
    ///
    /// - Throws: `CancellationError` when this one is cancelled before.
    nonisolated(nonsending) func wait(for other: LuaTask) async throws {
        waitsFor = [other]
        defer { waitsFor = [] }
        await other.untilEndOrCancel()
        try Task.checkCancellation()
    }

    /// Waits until another task has loaded a module, or failed to.
    ///
    /// - Throws: `CancellationError` when this one is cancelled before.
    nonisolated(nonsending) func wait(for load: ModuleLoad) async throws {
        waitsFor = [load.asker]
        defer { waitsFor = [] }
        await load.finished.wait()
        try Task.checkCancellation()
    }

    /// Whether this task cannot end before `other` does.
    func needs(_ other: LuaTask) -> Bool {
        // Who started `other` and waits for it needs it, too.
        let goals = Set(sequence(first: other, next: \.holder).map(ObjectIdentifier.init))
        var open = [self]
        var seen = Set<ObjectIdentifier>()
        while let task = open.popLast() {
            let identity = ObjectIdentifier(task)
            if goals.contains(identity) { return true }
            if seen.insert(identity).inserted { open += task.waitsFor }
        }
        return false
    }

    /// Pushes what it returned, or throws what it raised.
    func take(to call: LuaCall) throws -> Int32 {
        isJoined = true
        switch outcome {
        case .returned(let count):
            guard call.room(count), lua_checkstack(thread, count) != 0 else { return 0 }
            let bottom = lua_gettop(thread) - count
            var place: Int32 = 1
            while place <= count {
                lua_pushvalue(thread, bottom + place)
                place += 1
            }
            lua_xmove(thread, call.thread, count)
            return count
        case .raised(let error, let value): throw RaisedValue(value: value, traceback: error.traceback)
        case .stopped(let error): throw error
        case nil: throw HeraldError(.invalidState, "the task still runs")
        }
    }

    static let luaType = LuaType("Task", of: LuaTask.self) { type in
        type.add("join") { call in
            var index: Int32 = 1
            let task: LuaTask = try call.next(&index)
            if task.outcome != nil { return try task.take(to: call) }
            let joiner = try call.machine.currentTask()
            guard !task.needs(joiner) else {
                let message =
                    task === joiner ? "a task cannot join itself" : "the task waits for the one that wants to join it"
                throw HeraldError(.invalidState, message, hint: "neither could ever end")
            }
            return try call.wait {
                try await joiner.wait(for: task)
                return try task.take(to: call)
            }
        }
        type.function("cancel") { (task: LuaTask) in task.cancel() }
        type.field("status") { task in
            switch task.outcome {
            case nil: "running"
            case .returned: "returned"
            case .raised(let error, _): error.code == .cancelled ? "cancelled" : "raised"
            case .stopped: "cancelled"
            }
        }
    }
}

/// A Lua value on its way from the coroutine that raised it to the one that waits for it.
struct RaisedValue: Error {
    let value: LuaReference
    /// Where it was raised.
    let traceback: String?
}
