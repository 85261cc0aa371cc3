internal import CLua
internal import CLuaBridge
internal import Values

// Driving coroutines: resume, wait for the host, resume.
extension LuaMachine {
    /// A task that swallows its cancellation this often is dropped: its pcall would keep it for ever.
    private static let cancelledTurnLimit = 1000

    /// A slice of running on counts for so many swallowed cancellations: a quarter of a second of it is the limit.
    private static let turnsOfSlice = 40

    enum Turn {
        case over
        case waits(Operation, on: OpaquePointer)
        case preempted
    }

    /// Makes a task of the function that lies below `arguments` values on `source`; takes them off.
    func makeTask(
        from source: OpaquePointer,
        arguments: Int32,
        budget: RunBudget,
        parent: LuaTask?,
        module: String? = nil
    ) throws(HeraldError) -> LuaTask {
        sweep()
        guard tasks.count < context.configuration.limits.tasks else {
            lua_settop(source, -arguments - 2)
            throw HeraldError(
                .taskLimit,
                "more than \(context.configuration.limits.tasks) tasks at once",
                hint: "wait for some of them with join or herald.all"
            )
        }
        guard herald_reserve(source, Self.taskBytes), let thread = herald_new_root(source, arguments) else {
            lua_settop(source, -arguments - 2)
            throw HeraldError(.memoryLimit, "not enough memory for another task")
        }
        herald_charge(handle, Self.taskBytes)
        taskCount += 1
        let slot = luaL_ref(source, herald_registry_index())
        let task = LuaTask(
            thread: thread,
            slot: slot,
            number: taskCount,
            inbox: inbox,
            budget: budget,
            parent: parent,
            module: module
        )
        tasks[ObjectIdentifier(task)] = task
        return task
    }

    /// Runs the task to its end or first wait in the calling Swift task, for what is likely to end at once.
    ///
    /// - Returns: whether it ended; otherwise ``start(_:arguments:)`` goes on with it.
    func begin(_ task: LuaTask, arguments: Int32) -> Bool {
        guard task.budget.stop == nil else { return false }
        let turn = step(task, arguments)
        if case .over = turn {
            task.wake()
            return true
        }
        task.begun = turn
        return false
    }

    /// Runs the task as a Swift task of its own.
    func start(_ task: LuaTask, arguments: Int32) {
        guard let state = inbox.state else {
            // The state is being closed while its code still runs.
            task.budget.end(.closed)
            drop(task)
            task.wake()
            return
        }
        // Isolated to the state, so that tasks start in the order in which they were made.
        state.assumeIsolated { state in
            task.job = Task { await state.drive(task, arguments: arguments) }
            if task.budget.isCancelled { task.cancel() }
        }
    }

    /// Runs the task to its end within the calling Swift task.
    nonisolated(nonsending) func drive(_ task: LuaTask, arguments: Int32) async {
        var arguments = arguments
        var begun = task.begun
        task.begun = nil
        while true {
            if task.budget.stop != nil || task.cancelledTurns > Self.cancelledTurnLimit {
                if begun != nil { resumes(task) }
                drop(task)
                task.wake()
                return
            }
            let turn = begun ?? step(task, arguments)
            begun = nil
            switch turn {
            case .over:
                task.wake()
                return
            case .preempted:
                await Task.yield()
                resumes(task)
                arguments = 0
                if Task.isCancelled { task.cancelledTurns += Self.turnsOfSlice }
            case .waits(let operation, let thread):
                let answer = await perform(operation, on: thread)
                resumes(task)
                herald_deliver(handle, thread, answer.count, answer.isError)
                arguments = thread == task.thread ? answer.count : 0
            }
            if Task.isCancelled { task.cancelledTurns += 1 }
        }
    }

    /// From here until ``resumes(_:)`` other code may run, which is not to resume a coroutine of the task.
    private func suspends(_ task: LuaTask, at thread: OpaquePointer? = nil) {
        herald_suspended(handle, 1)
        task.waitingThread = thread
    }

    private func resumes(_ task: LuaTask) {
        herald_suspended(handle, -1)
        task.waitingThread = nil
    }

    private nonisolated(nonsending) func perform(
        _ operation: Operation,
        on thread: OpaquePointer
    ) async -> (count: Int32, isError: Bool) {
        do {
            try Task.checkCancellation()
            return (try await operation(), false)
        } catch let error as RaisedValue {
            lastRaised = error
            return (error.value.push(to: LuaCall(thread)), true)
        } catch {
            push(error: HeraldError(error), to: thread)
            return (1, true)
        }
    }

    private func step(_ task: LuaTask, _ arguments: Int32) -> Turn {
        let before = current
        current = task
        task.yieldPlace = nil
        defer { current = before }
        herald_set_deadline(handle, task.budget.deadline, Self.sliceNanoseconds)
        let isMetered = task.budget.instructions != nil
        if isMetered { herald_meter(handle, task.budget.instructionsLeft) }
        var results: Int32 = 0
        let resumed = herald_resume(handle, task.thread, arguments, &results)
        herald_set_deadline(handle, 0, 0)
        if isMetered { task.budget.instructionsLeft = max(0, herald_instructions_left(handle)) }
        switch resumed {
        case HERALD_WAITS:
            if let operation = pending, let thread = herald_waiting_thread(handle) {
                pending = nil
                suspends(task, at: thread)
                return .waits(operation, on: thread)
            }
            end(task, .stopped(HeraldError(.scriptError, "a host function waited for nothing")))
        case HERALD_PREEMPTED:
            task.yieldPlace = yieldPlace
            suspends(task)
            return .preempted
        case HERALD_DONE where herald_interrupted(handle) == Int32(HERALD_INTERRUPT_NONE):
            end(task, .returned(results))
        case HERALD_FAILED where herald_interrupted(handle) == Int32(HERALD_INTERRUPT_NONE):
            let traceback = results == 2 ? string(task.thread, -1) ?? "" : self.traceback(of: task.thread)
            if results == 2 { lua_settop(task.thread, -2) }
            let error = self.error(on: task.thread, whole(traceback, of: task.thread))
            var top = lua_gettop(task.thread)
            if let value = try? LuaReference.read(LuaCall(task.thread), &top) {
                end(task, .raised(error, value: value))
            } else {
                end(task, .stopped(error))
            }
        default:
            stopped(task, resumed == HERALD_FAILED && results == 2 ? string(task.thread, -1) : nil)
        }
        return .over
    }

    /// The traceback with that of the task that raised the value on top, when it came from one.
    private func whole(_ traceback: String, of thread: OpaquePointer) -> String {
        guard let raised = lastRaised, let inner = raised.traceback, lua_checkstack(thread, 1) != 0 else {
            return traceback
        }
        _ = raised.value.push(to: LuaCall(thread))
        defer { lua_settop(thread, -2) }
        guard lua_rawequal(thread, -1, -2) != 0 else { return traceback }
        lastRaised = nil
        return ([inner] + traceback.split(separator: "\n").dropFirst().map(String.init)).joined(separator: "\n")
    }

    private var yieldPlace: SourcePlace? { splitPlace(String(cString: herald_yield_place(handle)))?.place }

    /// The hook or `herald.exit` ended it.
    private func stopped(_ task: LuaTask, _ traceback: String?) {
        let reason = herald_interrupted(handle)
        herald_clear_interrupt(handle)
        task.yieldPlace = yieldPlace
        switch reason {
        case Int32(HERALD_INTERRUPT_TIME): timeUp(task.budget, traceback)
        case Int32(HERALD_INTERRUPT_MEMORY): task.budget.end(.memory(memoryError))
        case Int32(HERALD_INTERRUPT_INSTRUCTIONS): task.budget.end(.instructions)
        case Int32(HERALD_INTERRUPT_STOP): task.budget.end(.closed)
        default: break
        }
        drop(task, traceback)
    }

    /// Ends a task where it is; no code of it runs any more, except what it opened with `<close>` when it asked to exit.
    private func drop(_ task: LuaTask, _ traceback: String? = nil) {
        // One of them tells for all: with many tasks and no memory left, their tracebacks would take minutes.
        let error = task.budget.stopFailure ?? stopError(task, traceback)
        if task.budget.stop != nil { task.budget.note(error) }
        if case .exit = task.budget.stop {
            herald_set_deadline(handle, task.budget.cleanupDeadline, 0)
            herald_close_thread(handle, task.thread)
            herald_clear_interrupt(handle)
        }
        end(task, .stopped(error))
    }

    private func stopError(_ task: LuaTask, _ traceback: String?) -> HeraldError {
        var error = task.budget.error ?? HeraldError(.cancelled, "the task was cancelled")
        let traceback = traceback ?? self.traceback(of: task.thread)
        if error.traceback == nil { error.traceback = shown(traceback) }
        error.place =
            error.place ?? task.yieldPlace ?? firstPlace(in: traceback)
            ?? splitPlace(String(cString: herald_memory_place(handle)))?.place
        return error
    }

    /// Calls a function in the calling Swift task, as a coroutine of its own below `parent`.
    nonisolated(nonsending) func callNested(
        _ function: LuaFunction,
        _ arguments: [any LuaPushable & Sendable],
        parent: LuaTask
    ) async throws -> LuaTask {
        let (task, count) = try makeTask(calling: function, arguments, budget: parent.budget, parent: parent)
        task.isJoined = true
        task.holder = parent
        parent.waitsFor = [task]
        defer { parent.waitsFor = [] }
        await drive(task, arguments: count)
        return task
    }

    private func end(_ task: LuaTask, _ outcome: LuaTask.Outcome) {
        guard task.outcome == nil else { return }
        task.outcome = outcome
        tasks[ObjectIdentifier(task)] = nil
        if case .raised(let error, _) = outcome, error.code != .cancelled {
            if task.isPosted || task.budget.isOver { report(task) }
            if !task.budget.isOver, task.isChild || task.isPosted { unseen.append(task) }
        }
        task.ended?(task)
        task.ended = nil
        task.holder = nil
        if task.budget.stop != nil { cancelTasks(of: task.budget) }
    }

    /// Cancels every task of a budget, and those that it starts from now on; only the first time does anything.
    func cancelTasks(of budget: RunBudget) {
        guard !budget.isCancelled else { return }
        budget.isCancelled = true
        for task in tasks.values where task.budget === budget { task.cancel() }
    }
}
