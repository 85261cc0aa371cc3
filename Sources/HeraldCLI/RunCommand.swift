internal import Glibc
internal import Herald
internal import Values

/// `herald run FILE.lua`.
struct RunCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let path = settings.invocation.operands[0]
        guard !path.isEmpty else { throw HeraldError(.usage, "the name of the script is empty") }
        let limits = Runtime.Limits(
            wallTime: try settings.value(CommandTable.timeout, Quantity.duration),
            memoryBytes: try settings.value(CommandTable.memory, Quantity.bytes) ?? Runtime.Limits().memoryBytes
        )
        if let wallTime = limits.wallTime { StandardStreams.stopWaiting(after: wallTime) }
        // With --json standard output holds the document alone.
        let json = settings.has(CommandTable.json)
        var configuration = try settings.runtimeConfiguration(campaigns: campaignsBeside(path))
        configuration.output = { StandardStreams.write($0, to: json ? STDERR_FILENO : STDOUT_FILENO) }
        let runtime = try await Runtime(configuration: configuration)
        let arguments = settings.invocation.scriptArguments
        let (outcome, _) = await Interruption.run { () async throws(HeraldError) in
            await runtime.attempt(scriptAt: path, arguments: arguments, limits: limits)
        }
        await runtime.shutDown()
        let result = try outcome.get()
        if json { StandardStreams.output(Self.document(result).text + "\n") }
        if let signal = Interruption.signal { return signal }
        if let error = result.error { throw Self.ofScript(error) }
        return ExitStatus(rawValue: result.exitStatus)
    }

    /// What a script raised is a script's error, whatever input it was about: the status for bad input is the script's own.
    static func ofScript(_ error: HeraldError) -> HeraldError {
        var error = error
        switch error.code {
        case .badJSON, .usage: error.code = .scriptError
        case .io where error.traceback != nil: error.code = .scriptError
        default: break
        }
        return error
    }

    static func document(_ result: Runtime.ScriptResult) -> JSON {
        [
            "value": result.value, "effects": .array(result.effects.map(\.json)),
            "error": result.error?.json ?? .null,
        ]
    }

    /// `scripts/automations/x.lua` goes with `scripts/campaigns`.
    private func campaignsBeside(_ path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        return ["\(folder)campaigns", "\(folder)../campaigns"].first { access($0, R_OK | X_OK) == 0 }
    }
}
