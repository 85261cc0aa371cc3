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
    let parent: LuaTask?
    /// The module that this task loads.
    let module: String?
    var job: Task<Void, Never>?
    var outcome: Outcome?
    /// Whether somebody took the outcome; errors that nobody took are reported.
    var isJoined = false
    var isCancelRequested = false
    /// How often a wait raised `cancelled`, or a slice ran out, since the cancel.
    var cancelledTurns = 0
    /// Started from outside: nobody can join it.
    var isPosted = false
    let finished = Waiters()
    /// Called once, on the actor, when there is an outcome.
    var ended: ((LuaTask) -> Void)?
    private let slot: Int32
    private let inbox: ScriptInbox

    init(
        thread: OpaquePointer,
        slot: Int32,
        inbox: ScriptInbox,
        budget: RunBudget,
        parent: LuaTask?,
        module: String? = nil
    ) {
        self.thread = thread
        self.slot = slot
        self.inbox = inbox
        self.budget = budget
        self.parent = parent
        self.module = module
    }

    deinit { inbox.release(slot) }

    func cancel() {
        isCancelRequested = true
        job?.cancel()
    }

    /// What went wrong, when something did.
    var failure: HeraldError? {
        switch outcome {
        case .raised(let error, _), .stopped(let error): error
        case .returned, nil: nil
        }
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
        case .raised(_, let value): throw RaisedValue(value: value)
        case .stopped(let error): throw error
        case nil: throw HeraldError(.invalidState, "the task still runs")
        }
    }

    static let luaType = LuaType("Task", of: LuaTask.self) { type in
        type.add("join") { call in
            var index: Int32 = 1
            let task: LuaTask = try call.next(&index)
            if task.outcome != nil { return try task.take(to: call) }
            return try call.wait {
                await task.finished.wait()
                try Task.checkCancellation()
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
}
