/// Where the client says what it dropped and why; any thread.
package struct CampaignLog: Sendable {
    package enum Level: Sendable, Hashable {
        case debug
        case warning
    }

    private let write: @Sendable (Level, String) -> Void

    package init(_ write: @escaping @Sendable (Level, String) -> Void) { self.write = write }

    /// Keeps nothing.
    package static let none = CampaignLog { _, _ in }

    package func debug(_ message: String) { write(.debug, message) }
    package func warning(_ message: String) { write(.warning, message) }

    package func report(_ diagnostics: [WireDiagnostic], from source: String) {
        for diagnostic in diagnostics { warning("\(source) \(diagnostic)") }
    }
}
