internal import CHeraldPlugin
package import Values

/// One thing that a plugin says about whether it would work here.
package struct PluginReport: Sendable, Hashable {
    package let level: LogLevel
    package let message: String
    /// What to do; empty when there is nothing to do.
    package let advice: String
}

/// Collects reports during a health check, on its thread.
final class HealthSink {
    private var reports: [PluginReport] = []

    static func collect(_ check: (herald_report, UnsafeMutableRawPointer) -> Void) -> [PluginReport] {
        let sink = HealthSink()
        withExtendedLifetime(sink) {
            check(
                { sink, level, message, advice in
                    guard let sink else { return }
                    Unmanaged<HealthSink>.fromOpaque(sink).takeUnretainedValue().take(level, message, advice)
                },
                Unmanaged.passUnretained(sink).toOpaque()
            )
        }
        return sink.reports
    }

    private func take(_ level: Int32, _ message: herald_str, _ advice: herald_str) {
        reports.append(
            PluginReport(
                level: LogLevel(contract: level),
                message: ContractText.message(message),
                advice: ContractText.message(advice)
            )
        )
    }
}

extension LogLevel {
    /// The level that a plugin gave as a number.
    init(contract level: Int32) {
        self =
            switch level {
            case ...Int32(HERALD_LOG_DEBUG): .debug
            case Int32(HERALD_LOG_INFO): .info
            case Int32(HERALD_LOG_WARNING): .warning
            default: .error
            }
    }
}
