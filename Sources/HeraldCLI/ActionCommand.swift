internal import Herald
internal import Values

/// `herald action JSON|FILE`.
struct ActionCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let action = try readAction(settings.invocation.operands[0])
        let timeout = try settings.value(CommandTable.timeout, Quantity.duration)
        let runtime = try await settings.start(settings.runtimeConfiguration(campaigns: nil))
        let (result, _) = await Interruption.run { () async throws(HeraldError) in
            await runtime.perform(action: action, timeout: timeout)
        }
        await runtime.shutDown()
        if let signal = Interruption.signal { return signal }
        let outcome = try result.get()
        if settings.has(CommandTable.json) {
            StandardStreams.output(outcome.json.text + "\n")
        } else {
            let words = [outcome.type, outcome.status.rawValue, outcome.result.isNull ? "" : outcome.result.text]
            StandardStreams.output(VisibleText.line(words.filter { !$0.isEmpty }.joined(separator: " ")) + "\n")
            for effect in outcome.effects {
                StandardStreams.output(VisibleText.line("  effect \(effect.json.text)") + "\n")
            }
            if let error = outcome.error { StandardStreams.error(ErrorReport.text(error, color: settings.color)) }
        }
        if outcome.status == .performed { return .done }
        return timeout != nil && outcome.error?.code == .timeout ? .timedOut : .failed
    }

    /// The action in the operand itself or in the file that it names; `--json` has its document also for what cannot be read.
    private func readAction(_ operand: String) throws(HeraldError) -> JSON {
        guard !operand.isEmpty else {
            throw HeraldError(.usage, "the action is empty", hint: HelpText.example(of: "action"))
        }
        do throws(HeraldError) {
            if operand.first == "{" || operand.first == "[" { return try JSONText.parse(operand) }
            return try JSONText.parse(TextFile.read(operand), file: operand)
        } catch {
            if settings.has(CommandTable.json) {
                StandardStreams.output(ActionOutcome(type: "", status: .failed, error: error).json.text + "\n")
            }
            throw error
        }
    }
}
