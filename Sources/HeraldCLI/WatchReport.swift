internal import Herald
internal import Values

/// What `herald run --watch` says on standard error, and with `--json` a document for each run on standard output.
struct WatchReport: Sendable {
    let json: Bool
    let color: Bool

    func tell(_ event: WatchEvent) {
        switch event {
        case .reloads(let paths): note("\(Self.list(paths)) changed: starting anew")
        case .broken(let error):
            show(error)
            note("what ran before goes on; waiting for the next change")
        case .ended(let result):
            if json {
                let document = RunCommand.document(result.value, result.effects, result.error)
                StandardStreams.output(document.text + "\n")
            }
            // By a signal everything ends.
            if Interruption.signal != nil { return }
            if let error = result.error { show(RunCommand.ofScript(error)) }
            let status = result.error.map { ExitStatus(RunCommand.ofScript($0)).rawValue } ?? result.exitStatus
            note("ended with status \(status); waiting for a change")
        }
    }

    private func show(_ error: HeraldError) {
        let source = error.place.flatMap { try? TextFile.read($0.file) }
        StandardStreams.error(ErrorReport.text(error, source: source, color: color))
    }

    private func note(_ text: String) { StandardStreams.error("watch: \(VisibleText.line(text))\n") }

    private static func list(_ paths: [String]) -> String {
        let shown = paths.prefix(3).joined(separator: ", ")
        return paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
    }
}
