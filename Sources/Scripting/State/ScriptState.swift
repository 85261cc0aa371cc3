internal import CLua
internal import CLuaBridge
package import Values

/// A Lua state: one sandbox with its modules, globals and tasks.
///
/// Runs on the default executor. Long computations give way every 10 ms.
/// ```swift
/// let state = try ScriptState(ScriptConfiguration(modules: [greetings]))
/// let outcome = try await state.run(Array("return require('greetings').hello('Ana')".utf8), name: "hello.lua")
/// print(outcome.values)          // [.string("Hello Ana")]
/// await state.close()
/// ```
package actor ScriptState {
    let machine: LuaMachine
    nonisolated let ending: MachineEnding

    /// Makes a state; about 0.1 ms.
    ///
    /// - Throws: `memory_limit` when there is no memory for it.
    package init(_ configuration: ScriptConfiguration = ScriptConfiguration()) throws(HeraldError) {
        let machine = try LuaMachine(configuration)
        machine.load(configuration.modules)
        machine.installGlobals()
        self.machine = machine
        ending = MachineEnding(handle: machine.handle, inbox: machine.inbox)
        machine.inbox.open(for: self)
    }

    /// The most bytes that Lua ever held.
    package var memoryPeak: Int { herald_memory_peak(machine.handle) }

    /// Bytes that Lua holds now.
    package var memoryUsed: Int { herald_memory_used(machine.handle) }

    /// Runs a chunk to the end of the chunk and of all tasks that it started.
    ///
    /// Cancelling the caller cancels the script's tasks: their waits raise `cancelled`, and they may clean up.
    /// - Parameters:
    ///   - source: Lua text; a byte order mark and a first line with `#!` are skipped.
    ///   - name: how errors name the chunk, usually its path.
    ///   - wallTime: the longest it may take; the state's own limit unless said.
    /// - Returns: what the chunk returned, or the status that it gave to `herald.exit`.
    /// - Throws: `syntax_error`, what the chunk or a task that nobody joined raised, or a used-up limit.
    package func run(
        _ source: [UInt8],
        name: String,
        wallTime: Duration? = nil
    ) async throws(HeraldError) -> ScriptOutcome {
        let budget = machine.budget(wallTime)
        machine.runBudget = budget
        herald_forgive(machine.handle)
        defer { machine.runBudget = nil }
        let task = try startChunk(source, name: name, budget: budget)
        let alarm = alarm(budget)
        defer { alarm?.cancel() }
        await untilFinished(task) { task.cancel() }
        let failure = await endTasks(of: budget, main: task)
        if case .exit(let status) = budget.stop { return ScriptOutcome(values: [], exitStatus: status) }
        if let failure { throw failure }
        guard case .returned(let count) = task.outcome else { return ScriptOutcome(values: [], exitStatus: nil) }
        return ScriptOutcome(values: try machine.json(task.thread, count), exitStatus: nil)
    }

    /// Compiles a chunk and runs nothing of it.
    ///
    /// - Throws: `syntax_error`, or a used-up limit.
    package func check(_ source: [UInt8], name: String) throws(HeraldError) {
        try machine.compile(source, name: name, budget: machine.budget())
        machine.dropChunk()
    }

    /// Runs a chunk and keeps its first result, for example a table of functions; its tasks keep running.
    package func load<Result: LuaReadable & Sendable>(
        _ source: [UInt8],
        name: String,
        as result: Result.Type = Result.self
    ) async throws(HeraldError) -> Result {
        let budget = machine.budget()
        let task = try startChunk(source, name: name, budget: budget)
        await finish(task, budget)
        budget.isOver = true
        machine.takeUnseen(of: budget)
        return try machine.result(of: task)
    }

    /// Calls a function as a new coroutine and waits for its end.
    ///
    /// While the state runs a chunk the call is a part of that run, under the run's limits. Otherwise its time limit is
    /// `wallTime`, or the state's own.
    /// - Throws: what the function raised, or a used-up limit.
    package func call<Result: LuaReadable & Sendable>(
        _ function: LuaFunction,
        _ arguments: [any LuaPushable & Sendable] = [],
        wallTime: Duration? = nil,
        as result: Result.Type = Result.self
    ) async throws(HeraldError) -> Result {
        // `exit` and a limit in it end the run, not the call alone.
        let run = wallTime == nil ? machine.runBudget : nil
        let budget = run ?? machine.budget(wallTime)
        let (task, count) = try machine.makeTask(calling: function, arguments, budget: budget)
        // Most calls are short: what does not wait needs no Swift task and no timer.
        if !machine.begin(task, arguments: count) {
            machine.start(task, arguments: count)
            if run == nil {
                await finish(task, budget)
            } else {
                await untilFinished(task) { task.cancel() }
            }
        }
        if run == nil {
            budget.isOver = true
            machine.takeUnseen(of: budget)
        }
        return try machine.result(of: task)
    }

    /// Reads a field of a table without running script code.
    package func field<Result: LuaReadable & Sendable>(
        _ name: String,
        of table: LuaTable,
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try machine.field(name, of: table)
    }

    /// Cancels every task; each wait raises `cancelled`.
    package func cancelTasks() {
        for task in machine.tasks.values { task.cancel() }
    }

    /// Ends all tasks and lets nothing in any more; safe to repeat.
    ///
    /// Code that runs is stopped where it is, even where it does not give way.
    package nonisolated func close() async {
        ending.begin()
        await endTasks()
    }

    static var closed: HeraldError { HeraldError(.invalidState, "the script's state is closed") }

    func drive(_ task: LuaTask, arguments: Int32) async {
        await machine.drive(task, arguments: arguments)
    }

    func takeJobs() {
        for job in machine.inbox.takeJobs() {
            switch job {
            case .call(let function, let arguments): machine.post(function, arguments)
            }
        }
    }
}

/// What ends a machine from any thread.
struct MachineEnding: @unchecked Sendable {
    // Sendable: of the machine only its interrupt is touched, which any thread may.
    let handle: OpaquePointer
    let inbox: ScriptInbox

    func begin() {
        inbox.close()
        herald_end(handle)
    }
}

extension ScriptState {
    private func endTasks() async {
        for task in machine.tasks.values { end(task) }
        while let task = machine.tasks.values.first {
            end(task)
            await task.untilEnd()
        }
    }

    private func end(_ task: LuaTask) {
        task.budget.end(.closed)
        machine.cancelTasks(of: task.budget)
    }

    private func startChunk(
        _ source: [UInt8],
        name: String,
        budget: RunBudget
    ) throws(HeraldError) -> LuaTask {
        guard machine.inbox.state != nil else { throw Self.closed }
        try machine.compile(source, name: name, budget: budget)
        let task = try machine.makeTask(from: machine.main, arguments: 0, budget: budget, parent: nil)
        machine.start(task, arguments: 0)
        return task
    }

    /// Waits for a task, under the budget's clock and the caller's cancellation.
    private func finish(_ task: LuaTask, _ budget: RunBudget) async {
        let alarm = alarm(budget)
        await untilFinished(task) { task.cancel() }
        alarm?.cancel()
    }

    /// Ends the budget when its time is up; to be cancelled when all ended in time.
    private func alarm(_ budget: RunBudget) -> Task<Void, Never>? {
        let clock = machine.context.clock
        return budget.wallTime.map { wallTime in
            Task {
                guard (try? await clock.sleep(for: wallTime)) != nil else { return }
                self.timeUp(budget)
            }
        }
    }

    private func timeUp(_ budget: RunBudget) {
        machine.timeUp(budget)
        machine.cancelTasks(of: budget)
    }

    /// Waits even when the caller is cancelled: tasks are told, and then awaited while they clean up.
    private func untilFinished(_ task: LuaTask, cancel: () -> Void) async {
        while task.outcome == nil {
            await task.untilEndOrCancel()
            guard task.outcome == nil else { return }
            cancel()
            await task.job?.value
        }
    }

    /// Awaits what the chunk started, and says what went wrong.
    private func endTasks(of budget: RunBudget, main: LuaTask) async -> HeraldError? {
        let failure = main.failure
        main.isJoined = true
        while let task = machine.tasks.values.first(where: { $0.budget === budget }) {
            if failure != nil || budget.stop != nil || Task.isCancelled {
                machine.cancelTasks(of: budget)
            }
            await untilFinished(task) { machine.cancelTasks(of: budget) }
        }
        budget.isOver = true
        let unseen = machine.takeUnseen(of: budget, raising: failure == nil && budget.stop == nil)
        if let stop = budget.error { return budget.stopFailure ?? stop }
        return failure ?? unseen
    }
}
