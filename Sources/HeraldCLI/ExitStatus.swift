internal import Values

/// What the process tells its caller; never a count.
struct ExitStatus: RawRepresentable, Sendable, Hashable {
    let rawValue: Int32

    static let done = ExitStatus(rawValue: 0)
    static let checkFailed = ExitStatus(rawValue: 1)
    static let usage = ExitStatus(rawValue: 2)
    static let badInput = ExitStatus(rawValue: 3)
    static let failed = ExitStatus(rawValue: 4)
    static let timedOut = ExitStatus(rawValue: 124)
    static let interrupted = ExitStatus(rawValue: 130)
    static let terminated = ExitStatus(rawValue: 143)

    /// Those that the program itself gives; `herald.exit` gives any other.
    static let meanings: [(status: ExitStatus, meaning: String)] = [
        (done, "done"),
        (checkFailed, "a check failed"),
        (usage, "usage or configuration, port in use, unusable database"),
        (badInput, "input that cannot be read or parsed, a Lua syntax error too"),
        (failed, "a script, plugin, server or network error, a used-up budget, a refused or failed action"),
        (timedOut, "timed out"),
        (interrupted, "ended by SIGINT"),
        (terminated, "ended by SIGTERM"),
    ]
}

extension ExitStatus {
    /// The status for an error that ends the program.
    init(_ error: HeraldError) {
        switch error.code {
        case .usage, .portInUse, .badDatabase, .badAuthoring: self = .usage
        case .syntaxError, .io, .badJSON: self = .badInput
        case .timeLimit: self = .timedOut
        default: self = .failed
        }
    }

    /// The status for an error that a script ended with: input that it could not read is its own, not the program's.
    init(ofScript error: HeraldError) {
        switch error.code {
        case .badJSON, .usage: self = .failed
        case .io where error.traceback != nil: self = .failed
        default: self.init(error)
        }
    }
}
