internal import Values

/// A command line that has been understood.
struct Invocation: Sendable, Equatable {
    enum Request: Sendable, Equatable {
        case perform
        case help
        case version
    }

    var verb: String
    var request: Request = .perform
    var operands: [String] = []
    var scriptArguments: [String] = []
    private var values: [String: [String]] = [:]
    private var fromVariables: Set<String> = []

    init(verb: String) { self.verb = verb }

    mutating func add(_ value: String, for flag: Flag) {
        if flag.repeats { values[flag.name, default: []].append(value) } else { values[flag.name] = [value] }
    }

    /// The flag as the person wrote it: as a flag or as a variable.
    func spelling(of flag: Flag) -> String {
        fromVariables.contains(flag.name) ? flag.variable : "--\(flag.name)"
    }

    /// Says that the flag's value is its variable's.
    mutating func noteVariable(_ flag: Flag) { fromVariables.insert(flag.name) }

    /// The flag's value, from the command line or else its variable.
    func value(of flag: Flag) -> String? { values[flag.name]?.last }
    /// All values of a flag that may be repeated.
    func values(of flag: Flag) -> [String] { values[flag.name] ?? [] }
    /// Whether a switch is on.
    func has(_ flag: Flag) -> Bool { values[flag.name] != nil }
}

/// Words and environment in, an ``Invocation`` out; reads nothing else.
enum CommandLineParser {
    private static let advice = "herald --help shows the verbs and flags"

    /// - Throws: ``HeraldError`` with `usage` and a suggestion.
    static func parse(_ words: [String], environment: [String: String]) throws(HeraldError) -> Invocation {
        var words = words[...]
        guard let first = words.popFirst() else { return overview(.help) }
        switch first {
        case "--help", "-h", "help": return try help(for: words.first)
        case "--version": return overview(.version)
        default: break
        }
        let verb = try verb(named: first)
        var invocation = Invocation(verb: verb.name)
        while let word = words.popFirst() {
            if word == "--" {
                guard verb.takesScriptArguments else {
                    throw HeraldError(.usage, "herald \(verb.name) takes nothing after --", hint: advice)
                }
                invocation.scriptArguments = Array(words)
                break
            }
            if word == "-h" {
                invocation.request = .help
            } else if word.hasPrefix("-"), word != "-" {
                try readFlag(word, rest: &words, verb: verb, into: &invocation)
            } else {
                invocation.operands.append(word)
            }
        }
        if invocation.has(CommandTable.help) { invocation.request = .help }
        guard invocation.request == .perform else { return invocation }
        try checkOperands(invocation, of: verb)
        for flag in verb.flags where !invocation.has(flag) {
            try readVariable(flag, environment, into: &invocation)
        }
        return invocation
    }

    private static func overview(_ request: Invocation.Request) -> Invocation {
        var invocation = Invocation(verb: "")
        invocation.request = request
        return invocation
    }

    private static func help(for name: String?) throws(HeraldError) -> Invocation {
        guard let name else { return overview(.help) }
        var invocation = Invocation(verb: try verb(named: name).name)
        invocation.request = .help
        return invocation
    }

    private static func verb(named name: String) throws(HeraldError) -> Verb {
        if let verb = CommandTable.verbs.first(where: { $0.name == name }) { return verb }
        guard name.hasPrefix("-") else {
            let hint = Suggestion.hint(for: name, among: CommandTable.verbs.map(\.name))
            throw HeraldError(.usage, "unknown verb \"\(name)\"", hint: hint ?? advice)
        }
        // A flag of some verb is no slip of the fingers: it stands in the wrong place.
        let isOfVerb = CommandTable.verbs.contains { verb in verb.flags.contains { "--\($0.name)" == name } }
        let match = Suggestion.closest(to: name, among: ["--help", "--version"])
        let hint = isOfVerb ? "flags follow the verb" : match.map { "did you mean \"\($0)\"?" } ?? advice
        throw HeraldError(.usage, "unknown flag \"\(name)\"", hint: hint)
    }

    private static func readFlag(
        _ word: String,
        rest: inout ArraySlice<String>,
        verb: Verb,
        into invocation: inout Invocation
    ) throws(HeraldError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let named = verb.flags.first { "--\($0.name)" == parts[0] || $0.letter.map { "-\($0)" } == parts[0] }
        guard let flag = named else {
            let known = verb.flags.map { "--\($0.name)" }
            let match = Suggestion.closest(to: parts[0], among: known).map { "did you mean \"\($0)\"?" }
            throw HeraldError(
                .usage,
                "herald \(verb.name) has no flag \"\(parts[0])\"",
                hint: match ?? "herald \(verb.name) --help lists them"
            )
        }
        if flag.value == nil {
            guard parts.count == 1 else { throw HeraldError(.usage, "--\(flag.name) takes no value") }
            invocation.add("", for: flag)
        } else {
            // The next word is no value when it is a flag itself; `--flag=--value` says that it is meant.
            let isAttached = parts.count == 2
            let next = rest.first.flatMap { word in word.hasPrefix("--") ? nil : word }
            guard let value = isAttached ? parts[1] : next, !value.isEmpty else {
                throw HeraldError(.usage, "--\(flag.name) needs a value: \(flag.value ?? "")", hint: advice)
            }
            if !isAttached { rest.removeFirst() }
            invocation.add(value, for: flag)
        }
    }

    private static func checkOperands(_ invocation: Invocation, of verb: Verb) throws(HeraldError) {
        let count = invocation.operands.count
        if count < verb.operandCount.lowerBound {
            throw HeraldError(.usage, "herald \(verb.name) needs \(verb.operands)", hint: verb.examples.first)
        }
        if count > verb.operandCount.upperBound {
            let extra = invocation.operands[verb.operandCount.upperBound]
            let hint = verb.takesScriptArguments ? "arguments for the script follow --" : advice
            throw HeraldError(.usage, "herald \(verb.name) does not know what to do with \"\(extra)\"", hint: hint)
        }
    }

    /// Whether messages shall have no colour, also those about a command line that is not understood.
    static func deniesColor(_ words: [String], environment: [String: String]) -> Bool {
        words.prefix { $0 != "--" }.contains("--\(CommandTable.noColor.name)")
            || environment[CommandTable.noColor.variable].flatMap(isOn) ?? false
    }

    /// What a switch's variable says; `nil` for neither yes nor no.
    private static func isOn(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "1", "true", "yes": true
        case "0", "false", "no": false
        default: nil
        }
    }

    private static func readVariable(
        _ flag: Flag,
        _ environment: [String: String],
        into invocation: inout Invocation
    ) throws(HeraldError) {
        guard flag != CommandTable.help, let text = environment[flag.variable], !text.isEmpty else { return }
        invocation.noteVariable(flag)
        if flag.value == nil {
            guard let isOn = isOn(text) else {
                throw HeraldError(.usage, "\(flag.variable) is \"\(text)\"; it takes 1 or 0")
            }
            if isOn { invocation.add("", for: flag) }
        } else if flag.repeats {
            for part in text.split(separator: ",") { invocation.add(String(part), for: flag) }
        } else {
            invocation.add(text, for: flag)
        }
    }
}
