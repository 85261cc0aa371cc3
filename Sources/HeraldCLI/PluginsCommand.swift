internal import Herald
internal import Values

/// `herald plugins`: lists what was found, or lifts a quarantine.
struct PluginsCommand: Sendable {
    let settings: Settings

    func perform() throws(HeraldError) -> ExitStatus {
        let words = settings.invocation.operands
        switch (words.first ?? "list", words.count) {
        case ("list", 0...1): return list()
        case ("lift", 2): return try lift(words[1])
        case ("lift", _): throw HeraldError(.usage, "herald plugins lift needs the id of a plugin")
        case ("list", _):
            throw HeraldError(.usage, "herald plugins list takes nothing else, and got \"\(words[1])\"")
        case (let word, _):
            let hint = Suggestion.hint(for: word, among: ["list", "lift"])
            throw HeraldError(.usage, "herald plugins has no \"\(word)\"", hint: hint)
        }
    }

    private func lift(_ id: String) throws(HeraldError) -> ExitStatus {
        guard let directory = settings.stateDirectory else {
            throw HeraldError(.usage, "nobody said where quarantines are kept", hint: "name it with --state-dir")
        }
        try Runtime.liftQuarantine(of: id, stateDirectory: directory)
        let text = settings.has(CommandTable.json) ? JSON.object(["lifted": .string(id)]).text : "\(id) is used again"
        StandardStreams.output(text + "\n")
        return .done
    }

    private func list() -> ExitStatus {
        var configuration = Runtime.Configuration()
        configuration.pluginDirectories = settings.invocation.values(of: CommandTable.plugin)
        configuration.environmentVariables = settings.environment
        configuration.stateDirectory = settings.stateDirectory
        configuration.log = settings.log
        let plugins = Runtime.findPlugins(configuration)
        if settings.has(CommandTable.json) {
            StandardStreams.output(JSON.array(plugins.map(\.json)).text + "\n")
        } else {
            StandardStreams.output(Self.table(plugins))
        }
        return .done
    }

    static func table(_ plugins: [PluginSummary]) -> String {
        let rows =
            [["ID", "VERSION", "KIND", "PROVIDES", "FOUND IN", "STATE"]]
            + plugins.map { [$0.id, $0.version, $0.kind, $0.provides.joined(separator: ", "), $0.directory, $0.state] }
        var text = ""
        for (number, line) in TextTable.lines(rows).enumerated() {
            text += line + "\n"
            if number > 0, let error = plugins[number - 1].error {
                text += "    \(error.description)\n"
            }
        }
        return text
    }
}
