internal import Herald

/// A log line on standard error.
enum LogLine {
    static func text(_ level: LogLevel, _ message: String, color: Bool) -> String {
        let code =
            switch level {
            case .error: "31"
            case .warning: "33"
            case .info: "32"
            case .debug: "2"
            }
        let name = color ? "\u{1B}[\(code)m\(level.rawValue)\u{1B}[0m" : level.rawValue
        return "\(name): \(VisibleText.lines(message))\n"
    }
}
