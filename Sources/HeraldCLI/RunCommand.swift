internal import Glibc
internal import Herald
internal import Values

/// `herald run FILE.lua`.
struct RunCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let path = settings.invocation.operands[0]
        guard !path.isEmpty else { throw HeraldError(.usage, "the name of the script is empty") }
        var bounds = Runtime.Limits(
            wallTime: try settings.value(CommandTable.timeout, Quantity.duration),
            memoryBytes: try settings.value(CommandTable.memory, Quantity.bytes) ?? Runtime.Limits().memoryBytes
        )
        bounds.instructions = try settings.value(CommandTable.instructions, Quantity.count)
        let limits = bounds
        let isWatching = settings.has(CommandTable.watch)
        if let wallTime = limits.wallTime, !isWatching { StandardStreams.stopWaiting(after: wallTime) }
        // With --json standard output holds the document alone.
        let json = settings.has(CommandTable.json)
        var configuration = try settings.runtimeConfiguration(campaigns: campaignsBeside(path))
        configuration.output = { StandardStreams.write($0, to: json ? STDERR_FILENO : STDOUT_FILENO) }
        configuration.backstop = .call(after: Self.backstopGrace) { Self.giveUp($0, json: json) }
        let runtime = try await settings.start(configuration)
        let arguments = settings.invocation.scriptArguments
        if isWatching { return try await watch(path, arguments, limits, runtime) }
        let (outcome, _) = await Interruption.run { () async throws(HeraldError) in
            await runtime.attempt(scriptAt: path, arguments: arguments, limits: limits)
        }
        await runtime.shutDown()
        let result = try outcome.get()
        if json { StandardStreams.output(Self.document(result.value, result.effects, result.error).text + "\n") }
        if let signal = Interruption.signal { return signal }
        guard let error = result.error else { return ExitStatus(rawValue: result.exitStatus) }
        Self.show(error, settings)
        return ExitStatus(ofScript: error)
    }

    /// Runs the script whenever it changes; what each run came to is told when it ends.
    private func watch(
        _ path: String,
        _ arguments: [String],
        _ limits: Runtime.Limits,
        _ runtime: Runtime
    ) async throws(HeraldError) -> ExitStatus {
        let report = WatchReport(path: path, settings: settings)
        let (outcome, signal) = await Interruption.run { () async throws(HeraldError) in
            try await runtime.watch(scriptAt: path, arguments: arguments, limits: limits) { report.tell($0) }
        }
        await runtime.shutDown()
        try outcome.get()
        return signal ?? .done
    }

    /// A run ends within half a second of its limit, whatever the script does.
    private static let backstopGrace = Duration.milliseconds(300)

    /// Ends the process: the script cannot be stopped.
    private static func giveUp(_ place: SourcePlace?, json: Bool) {
        let error = HeraldError(
            .timeLimit,
            "the script used up its time and could not be stopped, so the program ended itself",
            place: place
        )
        if json { StandardStreams.output(document(.null, [], error).text + "\n") }
        StandardStreams.error(ErrorReport.text(error))
        _exit(ExitStatus.timedOut.rawValue)
    }

    /// Tells the error that a run ended with; what a line of the log told when it happened is not told again.
    static func show(_ error: HeraldError, _ settings: Settings) {
        guard error.details["logged"] == true, !settings.has(CommandTable.quiet) else {
            return ErrorReport.show(error, color: settings.color)
        }
        let summary = HeraldError(error.code, "a task failed, as was told when it did")
        StandardStreams.error(ErrorReport.text(summary, color: settings.color))
    }

    static func document(_ value: JSON, _ effects: [Effect], _ error: HeraldError?) -> JSON {
        ["value": value, "effects": .array(effects.map(\.json)), "error": error?.json ?? .null]
    }

    /// `scripts/automations/x.lua` goes with `scripts/campaigns`.
    private func campaignsBeside(_ path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        return ["\(folder)campaigns", "\(folder)../campaigns"].first { access($0, R_OK | X_OK) == 0 }
    }
}
