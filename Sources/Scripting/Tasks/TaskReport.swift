internal import CLua
internal import CLuaBridge
internal import Values

/// What a task did when the time was up.
struct TaskReport: Sendable, Hashable {
    /// Its innermost script line.
    let place: SourcePlace?
    /// The host function that it waits in; `nil` while it runs.
    let waitsFor: String?

    /// `{"place": "x.lua:3", "waits": "herald.sleep"}`; `waits` is `null` for a task that runs.
    var json: JSON {
        ["place": place.map { .string($0.description) } ?? .null, "waits": waitsFor.map(JSON.string) ?? .null]
    }
}

extension LuaMachine {
    /// More than these are not looked at: a report is for people.
    private static let reportLimit = 50

    /// Ends the budget for its time, and takes down what its tasks do.
    func timeUp(_ budget: RunBudget) {
        guard budget.stop == nil else { return }
        let live = tasks.values.filter { $0.budget === budget && $0.outcome == nil }
        budget.report = live.sorted { $0.number < $1.number }.prefix(Self.reportLimit).map(report)
        budget.end(.time)
    }

    private func report(_ task: LuaTask) -> TaskReport {
        let thread = task.waitingThread ?? task.thread
        let traceback = traceback(of: thread)
        return TaskReport(place: firstPlace(in: traceback), waitsFor: task.waitingThread.flatMap(hostFunction))
    }

    /// The name of the host function that a coroutine waits in.
    private func hostFunction(_ thread: OpaquePointer) -> String? {
        guard let box = herald_running_function(thread) else { return nil }
        return Unmanaged<HostFunction>.fromOpaque(box).takeUnretainedValue().name
    }
}
