internal import Values

/// What the process tells its caller; never a count.
enum ExitStatus: Int32, CaseIterable {
    case done = 0
    case checkFailed = 1
    case usage = 2
    case badInput = 3
    case failed = 4
    case timedOut = 124
    case interrupted = 130
    case terminated = 143

    var meaning: String {
        switch self {
        case .done: "done"
        case .checkFailed: "a check failed"
        case .usage: "usage or configuration, port in use, unusable database"
        case .badInput: "input that cannot be read or parsed, a Lua syntax error too"
        case .failed: "a script, plugin, server or network error, a used-up budget, a refused or failed action"
        case .timedOut: "timed out"
        case .interrupted: "ended by SIGINT"
        case .terminated: "ended by SIGTERM"
        }
    }

    /// The status for an error that ends the program.
    init(_ error: HeraldError) {
        switch error.code {
        case .usage, .portInUse, .badDatabase, .badAuthoring: self = .usage
        case .syntaxError, .io, .badJSON: self = .badInput
        case .timeLimit: self = .timedOut
        default: self = .failed
        }
    }
}
