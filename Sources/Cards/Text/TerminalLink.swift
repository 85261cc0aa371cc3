internal import Values

/// A URL that may stand in a terminal's control sequence: it passed the gate, and holds printable ASCII alone.
struct TerminalLink: Equatable {
    let text: String

    /// `nil` for what is no https URL.
    init?(_ text: String) {
        guard let url = try? URLGate.check(text, schemes: ["https"]) else { return nil }
        self.text = url.ascii
    }

    /// The URL that a control opens, when it is one and the control works.
    init?(_ action: CardAction) {
        guard case .openUrl(let url, _) = action.kind, action.inertReason == nil else { return nil }
        self.init(url)
    }
}
