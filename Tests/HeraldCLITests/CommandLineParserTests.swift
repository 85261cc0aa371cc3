import Testing
import Values

@testable import HeraldCLI

struct CommandLineParserTests {
    private static func parse(
        _ words: [String],
        _ environment: [String: String] = [:]
    ) throws(HeraldError) -> Invocation {
        try CommandLineParser.parse(words, environment: environment)
    }

    @Test(
        arguments: [
            // Verbs and flags that are not there.
            (["rnu"], "unknown verb \"rnu\"", "did you mean \"run\"?"),
            (["--user", "ana", "run", "a.lua"], "unknown flag \"--user\"", nil),
            (["help", "srve"], "unknown verb \"srve\"", "did you mean \"serve\"?"),
            (["run", "a.lua", "--usr", "ana"], "herald run has no flag \"--usr\"", "did you mean \"--user\"?"),
            (["run", "a.lua", "--usr=ana"], "herald run has no flag \"--usr\"", "did you mean \"--user\"?"),
            (["run", "a.lua", "-x"], "herald run has no flag \"-x\"", "herald run --help"),
            (["serve", "--user", "ana"], "herald serve has no flag \"--user\"", nil),
            (["run", "a.lua", "--version"], "herald run has no flag \"--version\"", nil),
            // Values.
            (["run", "a.lua", "--user"], "--user needs a value: ID", nil),
            (["run", "a.lua", "--user="], "--user needs a value: ID", nil),
            (["run", "a.lua", "--user", ""], "--user needs a value: ID", nil),
            (["run", "a.lua", "--user", "--json"], "--user needs a value: ID", nil),
            (["run", "a.lua", "--user", "--"], "--user needs a value: ID", nil),
            (["run", "a.lua", "--json=yes"], "--json takes no value", nil),
            // Operands.
            (["run"], "herald run needs FILE.lua [-- ARGS]", "herald run"),
            (["run", "a.lua", "b"], "herald run does not know what to do with \"b\"", "follow --"),
            (["serve", "x"], "herald serve does not know what to do with \"x\"", nil),
            (["action"], "herald action needs JSON|FILE", nil),
            (["plugins", "lift", "x", "y"], "herald plugins does not know what to do with \"y\"", nil),
            (["serve", "--", "x"], "herald serve takes nothing after --", nil),
        ] as [([String], String, String?)]
    )
    func aFaultIsNamed(words: [String], message: String, hint: String?) {
        let error = #expect(throws: HeraldError.self) { try Self.parse(words) }
        #expect(error?.code == .usage)
        #expect(error?.message == message)
        #expect(error?.hint?.isEmpty == false || words.contains("--json=yes"))
        if let hint { #expect(error?.hint?.contains(hint) == true, "\(String(describing: error))") }
    }

    @Test(arguments: [
        ([], "", Invocation.Request.help), (["help"], "", .help), (["--help"], "", .help), (["-h"], "", .help),
        (["help", "run"], "run", .help), (["run", "--help"], "run", .help), (["run", "-h"], "run", .help),
        (["run", "a", "b", "c", "--help"], "run", .help), (["--version"], "", .version),
        (["plugins"], "plugins", .perform), (["run", "a.lua"], "run", .perform),
    ])
    func requests(words: [String], verb: String, request: Invocation.Request) throws {
        let invocation = try Self.parse(words)
        #expect(invocation.verb == verb)
        #expect(invocation.request == request)
    }

    @Test func wordsFindTheirPlaces() throws {
        let invocation = try Self.parse([
            "run", "--user", "ana", "a.lua", "--plugin", "p", "--plugin=q", "--json", "--user=ben", "--timeout", "-5",
            "--", "--json", "x", "--",
        ])
        #expect(invocation.operands == ["a.lua"])
        #expect(invocation.scriptArguments == ["--json", "x", "--"])
        #expect(invocation.value(of: CommandTable.user) == "ben")
        #expect(invocation.values(of: CommandTable.plugin) == ["p", "q"])
        #expect(invocation.value(of: CommandTable.timeout) == "-5")
        #expect(invocation.has(CommandTable.json))
        #expect(!invocation.has(CommandTable.quiet))
        #expect(invocation.value(of: CommandTable.server) == nil)
        #expect(try Self.parse(["run", "-"]).operands == ["-"])
        #expect(try Self.parse(["run", "a", "--user=--x"]).value(of: CommandTable.user) == "--x")
    }

    @Test func everyFlagHasAVariable() throws {
        for verb in CommandTable.verbs {
            let operands = Array(repeating: "x", count: verb.operandCount.lowerBound)
            for flag in verb.flags where flag != CommandTable.help {
                #expect(flag.variable.hasPrefix("HERALD_"))
                #expect(flag.variable.allSatisfy { $0.isUppercase || $0 == "_" })
                let text = flag.value == nil ? "1" : "text"
                let invocation = try Self.parse([verb.name] + operands, [flag.variable: text])
                #expect(invocation.has(flag), "\(flag.variable)")
                if flag.value != nil { #expect(invocation.value(of: flag) == "text") }
                #expect(invocation.spelling(of: flag) == flag.variable)
                // Empty is not set.
                #expect(try !Self.parse([verb.name] + operands, [flag.variable: ""]).has(flag))
            }
        }
    }

    @Test func theCommandLineWinsOverVariables() throws {
        let variables = ["HERALD_USER": "ben", "HERALD_PLUGIN": "x,y", "HERALD_JSON": "true"]
        let given = try Self.parse(["run", "a", "--user", "ana", "--plugin", "p"], variables)
        #expect(given.value(of: CommandTable.user) == "ana")
        #expect(given.values(of: CommandTable.plugin) == ["p"])
        #expect(given.spelling(of: CommandTable.user) == "--user")
        let taken = try Self.parse(["run", "a"], variables)
        #expect(taken.value(of: CommandTable.user) == "ben")
        #expect(taken.values(of: CommandTable.plugin) == ["x", "y"])
    }

    @Test(
        arguments: [
            ("1", true), ("true", true), ("YES", true), ("0", false), ("false", false), ("No", false), ("", false),
            ("maybe", nil), ("2", nil),
        ] as [(String, Bool?)]
    )
    func aSwitchsVariable(text: String, expected: Bool?) throws {
        guard let expected else {
            let error = #expect(throws: HeraldError.self) { try Self.parse(["run", "a"], ["HERALD_JSON": text]) }
            #expect(error?.code == .usage)
            #expect(error?.message.contains("HERALD_JSON") == true)
            return
        }
        #expect(try Self.parse(["run", "a"], ["HERALD_JSON": text]).has(CommandTable.json) == expected)
    }

    @Test func helpAsksNothingOfTheEnvironment() throws {
        #expect(try Self.parse(["run", "--help"], ["HERALD_JSON": "maybe"]).request == .help)
    }
}
