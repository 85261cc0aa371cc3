import Values

/// When a plugin that breaks the contract is no longer called; the one place of the rule.
struct QuarantineRule: Sendable {
    /// Once may be bad luck; this often it is the plugin.
    static let limit = 5
    /// Older faults are forgotten: a plugin that runs for days may fail now and then.
    static let window: Duration = .seconds(10 * 60)

    /// What a fault comes to.
    enum Verdict: Sendable, Hashable {
        /// It is told, and the plugin goes on.
        case noted
        /// The plugin is called no longer, for this reason.
        case quarantined(HeraldError)
        /// The plugin is in quarantine already, and nobody wants to hear more of it.
        case known
    }

    /// What a person can do, once it is in quarantine.
    private let hint: String
    /// When the faults that still count were met, on the monotonic clock.
    private var times: [Int64] = []
    /// Why the plugin is in quarantine, once it is.
    private(set) var reason: HeraldError?

    /// A rule for one plugin; see ``hint(_:isKept:)``.
    init(hint: String) { self.hint = hint }

    /// Counts a fault.
    mutating func judge(_ fault: PluginFault, at milliseconds: Int64) -> Verdict {
        guard reason == nil else { return .known }
        times.removeAll { milliseconds - $0 > Self.window.milliseconds }
        times.append(milliseconds)
        guard times.count >= Self.limit else { return .noted }
        let minutes = Self.window.milliseconds / 60_000
        let message =
            "it broke the plugin contract \(Self.limit) times within \(minutes) minutes and is in quarantine; "
            + "the last fault: \(fault.message)"
        let reason = HeraldError(.pluginQuarantined, message, hint: hint)
        self.reason = reason
        return .quarantined(reason)
    }

    /// What ends a quarantine: the next start, unless it is kept between runs.
    static func hint(_ id: String, isKept: Bool) -> String {
        isKept
            ? "it is used again once its library changes, or after: herald plugins lift \(id)"
            : "it is used again when the program starts anew"
    }
}
