internal import Herald
internal import Values

/// What `herald run --watch` says on standard error, and with `--json` a document for each run on standard output.
///
/// Each start of a run and each end is a line.
struct WatchReport: Sendable {
    /// Of the script, as the person gave it.
    let path: String
    let settings: Settings

    func tell(_ event: WatchEvent) {
        switch event {
        case .starts: note("\(path) starts")
        case .reloads(let paths): note("\(Self.list(paths)) changed: starting anew")
        case .broken(let error):
            ErrorReport.show(error, color: settings.color)
            note("what ran before goes on; waiting for the next change")
        case .stopped(let result): stopped(result)
        // By a signal everything ends.
        case .ended(let result) where Interruption.signal != nil: stopped(result)
        case .ended(let result):
            document(result)
            if let error = result.error { RunCommand.show(error, settings) }
            let status = result.error.map { ExitStatus(ofScript: $0).rawValue } ?? result.exitStatus
            note("ended with status \(status); waiting for a change")
        }
    }

    /// A run that was ended from outside: that it was cancelled goes without saying.
    private func stopped(_ result: Runtime.ScriptResult) {
        document(result)
        if let error = result.error, error.code != .cancelled { RunCommand.show(error, settings) }
        note("stopped")
    }

    private func document(_ result: Runtime.ScriptResult) {
        guard settings.has(CommandTable.json) else { return }
        StandardStreams.output(RunCommand.document(result.value, result.effects, result.error).text + "\n")
    }

    private func note(_ text: String) { StandardStreams.error("watch: \(VisibleText.line(text))\n") }

    private static func list(_ paths: [String]) -> String {
        let shown = paths.prefix(3).joined(separator: ", ")
        return paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
    }
}
