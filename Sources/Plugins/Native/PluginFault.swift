import Values

/// A breach of the contract by a native plugin; what a plugin reports properly is none.
struct PluginFault: Error, Sendable, Hashable {
    /// The names stand in the log, and in an error's `details.fault`.
    enum Kind: String, CaseIterable, Sendable {
        /// A result that is no JSON, no UTF-8, or cannot be read at all.
        case badResult = "bad_result"
        /// A status that there is not, or one that is not allowed there.
        case badStatus = "bad_status"
        /// OK together with an error.
        case contradiction
        /// A finish, or an answer, for a call that the plugin had ended before.
        case finishedTwice = "finished_twice"
        /// A finish for a call that never was.
        case unknownCall = "unknown_call"
        /// A call that was not finished in time, while the plugin waited for nothing of the host.
        case notFinished = "not_finished"
        /// A request or timer that cannot be understood.
        case badRequest = "bad_request"
        /// An event that cannot be understood, or for a session that never was.
        case badEvent = "bad_event"
        /// A text that cannot be read, where nothing else names it.
        case badText = "bad_text"
    }

    let kind: Kind
    let message: String

    init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// What the caller gets to see.
    var error: HeraldError { HeraldError(.pluginFault, message, details: ["fault": .string(kind.rawValue)]) }
}
