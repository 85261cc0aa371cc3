/// How much a log line matters.
public enum LogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Something was lost or refused.
    case error
    /// Something is odd and was dealt with.
    case warning
    /// Something worth knowing happened.
    case info
    /// Detail for whoever looks for a fault.
    case debug

    /// Orders by detail: `error` comes first.
    public static func < (left: Self, right: Self) -> Bool {
        allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
}

/// Where log lines go; called on any thread.
public typealias LogSink = @Sendable (_ level: LogLevel, _ message: String) -> Void
