internal import Values

extension Sequence where Element == WireDiagnostic {
    /// Tells the log what of an answer was lost.
    func report(to log: LogSink, from source: String) {
        for diagnostic in self { log(.warning, "\(source) \(diagnostic)") }
    }
}
