internal import Herald
internal import Values

/// `herald plugins`.
struct PluginsCommand: Sendable {
    let settings: Settings

    func perform() throws(HeraldError) -> ExitStatus {
        if let word = settings.invocation.operands.first, word != "list" {
            throw HeraldError(.usage, "herald plugins has no \"\(word)\"", hint: "herald plugins list")
        }
        var configuration = Runtime.Configuration()
        configuration.pluginDirectories = settings.invocation.values(of: CommandTable.plugin)
        configuration.environmentVariables = settings.environment
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
        let widths = (0..<6).map { column in rows.map { $0[column].count }.max() ?? 0 }
        var text = ""
        for (number, row) in rows.enumerated() {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            text += line + "\n"
            if number > 0, let error = plugins[number - 1].error {
                text += "    \(error.description)\n"
            }
        }
        return text
    }
}
