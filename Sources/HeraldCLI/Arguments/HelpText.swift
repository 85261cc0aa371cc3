/// Help pages, made from ``CommandTable``.
enum HelpText {
    static func overview() -> String {
        var lines = ["herald: campaigns, sessions, feed and cards for Lua scripts", "", "usage:"]
        let verbs = CommandTable.verbs.map { ("herald \($0.name) \($0.operands)", $0.summary) }
        lines += table(verbs)
        lines += [
            "",
            "herald VERB --help shows a verb's flags, herald --version the version.",
            "Each flag can be set by a variable, too: --user by HERALD_USER. A list is separated by commas.",
            "Results go to standard output, everything else to standard error.",
            "",
        ]
        lines += exitStatus
        return lines.joined(separator: "\n") + "\n"
    }

    /// A command line that works, for the advice of an error.
    static func example(of name: String) -> String? {
        CommandTable.verbs.first { $0.name == name }?.examples.first
    }

    static func page(for name: String) -> String {
        guard let verb = CommandTable.verbs.first(where: { $0.name == name }) else { return overview() }
        var lines = ["herald \(verb.name): \(verb.summary)", ""]
        lines += [
            "usage: herald \(verb.name) [flags]" + (verb.operands.isEmpty ? "" : " \(verb.operands)"), "", "flags:",
        ]
        lines += table(verb.flags.map { ("--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.help) })
        lines += ["", verb.examples.count == 1 ? "example:" : "examples:"]
        lines += verb.examples.map { "  \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let exitStatus =
        ["exit status:"]
        + table(ExitStatus.meanings.map { ("\($0.status.rawValue)", $0.meaning) })
        + ["  A script may end with another one: herald.exit(7)."]

    private static func table(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.0)\(String(repeating: " ", count: width - $0.0.count))  \($0.1)" }
    }
}
