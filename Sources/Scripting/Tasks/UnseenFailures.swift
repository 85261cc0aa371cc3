internal import Values

// Errors of tasks that nobody joined: each is told once, in the log or as the error of the run.
extension LuaMachine {
    /// As many failures of tasks are told one by one.
    private static let reportedFailures = 20

    /// Reports the errors of a budget's tasks that nobody joined.
    ///
    /// With `raising` one of them is not reported but given, for the run to end with: one that the log has not told yet when
    /// there is such. When there is none its details say `"logged": true`.
    @discardableResult
    func takeUnseen(of budget: RunBudget, raising: Bool = false) -> HeraldError? {
        let mine = unseen.filter { $0.budget === budget && !$0.isJoined }
        unseen.removeAll { $0.budget === budget }
        let raised = raising ? mine.first { !$0.isLogged } ?? mine.first : nil
        for task in mine where !task.isLogged && task !== raised { report(task) }
        if failures > Self.reportedFailures {
            context.log(.error, "and \(failures - Self.reportedFailures) more tasks failed")
        }
        failures = 0
        guard let raised, var error = raised.failure else { return nil }
        if raised.isLogged { error.details["logged"] = true }
        return error
    }

    /// Tells in the log what a task raised, stack and all: nothing else will tell it.
    func report(_ task: LuaTask) {
        guard let error = task.failure else { return }
        failures += 1
        guard failures <= Self.reportedFailures else { return }
        task.isLogged = true
        var message = "a task failed: \(error.code): \(error.message)"
        if let hint = error.hint { message += "; \(hint)" }
        if let traceback = error.traceback { message += "\n" + traceback.replacing("\t", with: "    ") }
        context.configuration.log(ScriptLogEntry(level: .error, message: message, place: error.place))
    }
}
