/// Where a server tells what happened; entries never hold keys, tokens or message texts.
package struct ServerLog: Sendable {
    /// How much an entry matters.
    package enum Level: String, Sendable {
        case debug
        case info
        case warning
        case error
    }

    private let sink: @Sendable (Level, String) -> Void

    /// Makes a log over a function that any thread may call and that must return soon.
    package init(_ sink: @escaping @Sendable (Level, String) -> Void) {
        self.sink = sink
    }

    /// Hears nothing.
    package static let discard = ServerLog { _, _ in }

    package func debug(_ message: String) { sink(.debug, message) }
    package func info(_ message: String) { sink(.info, message) }
    package func warning(_ message: String) { sink(.warning, message) }
    package func error(_ message: String) { sink(.error, message) }
}
