import Values

/// Counts the faults of one plugin; any thread.
final class FaultWatch: Sendable {
    private let rule: Lock<QuarantineRule>
    /// Told once, when the plugin goes into quarantine, on the thread that met the fault.
    private let quarantined: @Sendable (HeraldError) -> Void

    init(_ rule: QuarantineRule, quarantined: @escaping @Sendable (HeraldError) -> Void) {
        self.rule = Lock(rule)
        self.quarantined = quarantined
    }

    /// Why the plugin may not be called, once it is in quarantine.
    var reason: HeraldError? { rule.withLock { $0.reason } }

    /// Counts a fault and returns what it comes to.
    func take(_ fault: PluginFault, at milliseconds: Int64) -> QuarantineRule.Verdict {
        let verdict = rule.withLock { $0.judge(fault, at: milliseconds) }
        if case .quarantined(let reason) = verdict { quarantined(reason) }
        return verdict
    }
}
