internal import CLua
internal import CLuaBridge
internal import Values

/// What a task did when the time was up.
struct TaskReport: Sendable, Hashable {
    enum Doing: Sendable, Hashable {
        case notBegun
        case runs
        /// In the host function of that name.
        case waits(String)
    }

    /// Its innermost script line; of one that has none, where it comes from.
    let place: SourcePlace?
    let doing: Doing

    /// `{"place": "x.lua:3", "waits": "herald.sleep"}`; `waits` is `null` for a task that runs, and one that has not begun
    /// says so by `"begun": false`.
    var json: JSON {
        var json: JSON = ["place": place.map { .string($0.description) } ?? .null, "waits": .null]
        switch doing {
        case .notBegun: json["begun"] = false
        case .runs: break
        case .waits(let name): json["waits"] = .string(name)
        }
        return json
    }
}

extension LuaMachine {
    /// More than these are not looked at: a report is for people.
    private static let reportLimit = 50

    /// Ends the budget for its time, and takes down what its tasks do.
    ///
    /// The error names the place of a task that runs, since that is what took the time, or else of the oldest one. `traceback` is
    /// that of the current one, when its stack is gone.
    func timeUp(_ budget: RunBudget, _ traceback: String? = nil) {
        guard budget.stop == nil else { return }
        let live = tasks.values.filter { $0.budget === budget && $0.outcome == nil }.sorted { $0.number < $1.number }
        let stack = { (task: LuaTask) in (task === self.current ? traceback : nil) ?? self.stack(of: task) }
        budget.report = live.prefix(Self.reportLimit).map { task in
            TaskReport(place: place(of: task, stack(task)), doing: doing(task))
        }
        if let task = live.first(where: { $0 === current }) ?? live.first(where: { doing($0) == .runs }) ?? live.first {
            budget.timePlace = place(of: task, stack(task))
            budget.timeTraceback = shown(stack(task))
        }
        budget.end(.time)
    }

    private func doing(_ task: LuaTask) -> TaskReport.Doing {
        if let thread = task.waitingThread { return hostFunction(thread).map { .waits($0) } ?? .runs }
        return task !== current && lua_status(task.thread) == LUA_OK ? .notBegun : .runs
    }

    private func stack(of task: LuaTask) -> String { traceback(of: task.waitingThread ?? task.thread) }

    /// Where a task is: its innermost script line, else where its function begins, where it was asked for, or where the one
    /// that waits for it is.
    private func place(of task: LuaTask, _ stack: String) -> SourcePlace? {
        if let place = task.yieldPlace ?? firstPlace(in: stack) ?? startPlace(task) ?? task.origin { return place }
        for holder in sequence(first: task, next: \.holder).dropFirst().prefix(Self.reportLimit) {
            if let place = firstPlace(in: self.stack(of: holder)) ?? startPlace(holder) ?? holder.origin {
                return place
            }
        }
        return nil
    }

    /// Where the function of a task that has not begun begins.
    private func startPlace(_ task: LuaTask) -> SourcePlace? {
        herald_push_start(main, task.thread)
        defer { lua_settop(main, -2) }
        return string(main, -1).flatMap(splitPlace)?.place
    }

    /// The name of the host function that a coroutine waits in.
    private func hostFunction(_ thread: OpaquePointer) -> String? {
        guard let box = herald_running_function(thread) else { return nil }
        return Unmanaged<HostFunction>.fromOpaque(box).takeUnretainedValue().name
    }
}
