import Herald
import TestSupport
import Testing
import Values

/// The runtime as a program that embeds it sees it.
struct RuntimeTests {
    private static let shippedPlugins = Files.packageRoot + "/plugins"

    private static func configuration() -> Runtime.Configuration {
        var configuration = Runtime.Configuration(plugins: .none)
        configuration.pluginDirectories = [shippedPlugins]
        return configuration
    }

    private static func with<Value: Sendable>(
        configure: (inout Runtime.Configuration) -> Void = { _ in },
        _ body: (Runtime) async throws -> Value
    ) async throws -> Value {
        var configuration = configuration()
        configure(&configuration)
        let runtime = try await Runtime(configuration: configuration)
        do {
            let value = try await body(runtime)
            await runtime.shutDown()
            return value
        } catch {
            await runtime.shutDown()
            throw error
        }
    }

    private static let limits = Runtime.Limits(wallTime: .seconds(180))

    private static func code(_ work: () async throws -> Void) async -> HeraldError? {
        do {
            try await work()
            return nil
        } catch {
            return HeraldError(error)
        }
    }

    // MARK: Scripts

    @Test(
        arguments: [
            ("return 1", 1, 0), ("return { a = { 1, 2 } }, 'second'", ["a": [1, 2]], 0), ("", nil, 0),
            ("require('herald').exit(7)", nil, 7), ("return require('herald').args", ["x", "y"], 0),
            ("return nil", nil, 0), ("return require('herald').null", nil, 0),
        ] as [(String, JSON, Int32)]
    )
    func whatAScriptReturns(text: String, value: JSON, status: Int32) async throws {
        try await Self.with { runtime in
            let result = try await runtime.run(script: text, arguments: ["x", "y"], limits: Self.limits)
            #expect(result.value == value)
            #expect(result.exitStatus == status)
            #expect(result.effects.isEmpty)
        }
    }

    @Test(
        "Each limit has an error of its own, and the runtime goes on",
        arguments: [Runtime.Interruption.counting, .signal]
    )
    func limitsHold(interruption: Runtime.Interruption) async throws {
        var few = Self.limits
        few.tasks = 3
        few.coroutineDepth = 5
        few.outputBytes = 100
        few.instructions = 100_000
        let cases: [(String, HeraldError.Code)] = [
            ("local h = require 'herald' for i = 1, 4 do h.spawn(function() h.sleep(60) end) end", .taskLimit),
            ("local function f() return coroutine.wrap(f)() end f()", .depthLimit),
            ("while true do print('x') end", .outputLimit),
            ("while true do end", .instructionLimit),
        ]
        let limits = few
        var configuration = Self.configuration()
        configuration.interruption = interruption
        let runtime = try await Runtime(configuration: configuration)
        for (text, code) in cases {
            let error = await Self.code { _ = try await runtime.run(script: text, limits: limits) }
            #expect(error?.code == code)
        }
        var short = Self.limits
        short.wallTime = .milliseconds(50)
        let late = short
        let loop = "while true do end"
        let error = await Self.code { _ = try await runtime.run(script: loop, limits: late) }
        #expect(error?.code == .timeLimit)
        let after = try await runtime.run(script: "return 1", limits: Self.limits)
        #expect(after.value == 1)
        await runtime.shutDown()
    }

    @Test func aFileIsRunAndFindsItsModules() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write("automations/main.lua", "return { require('near').x, require('shared').y }")
        try folder.write("automations/near.lua", "return { x = 1 }")
        try folder.write("lib/shared.lua", "return { y = 2 }")
        try await Self.with { runtime in
            let answer = try await runtime.run(scriptAt: path, limits: Self.limits).value
            #expect(answer == [1, 2])
        }
    }

    @Test(
        arguments: [
            ("return = 1", .syntaxError, 1), ("local a\nerror('mine')", .scriptError, 2),
            ("\n\nerror({ code = 'own', message = 'm' })", "own", nil), ("while true do end", .timeLimit, nil),
            ("local t = {} while true do t[#t + 1] = ('x'):rep(1 << 16) .. #t end", .memoryLimit, nil),
            ("require('herald').sleep(1e6)", .timeLimit, nil),
        ] as [(String, HeraldError.Code, Int?)]
    )
    func howAScriptFails(text: String, code: HeraldError.Code, line: Int?) async throws {
        try await Self.with { runtime in
            let limits = Runtime.Limits(
                wallTime: .milliseconds(code == .timeLimit ? 50 : 180_000),
                memoryBytes: 16 << 20
            )
            let error = await Self.code { _ = try await runtime.run(script: text, name: "s.lua", limits: limits) }
            #expect(error?.code == code, "\(String(describing: error))")
            if let line { #expect(error?.place == SourcePlace(file: "s.lua", line: line)) }
        }
    }

    @Test func aFileThatIsNotThereSaysSo() async throws {
        try await Self.with { runtime in
            let error = await Self.code { _ = try await runtime.run(scriptAt: "/nowhere/a.lua") }
            #expect(error?.code == .io)
            #expect(error?.message.contains("/nowhere/a.lua") == true)
        }
    }

    @Test func aCancelledRunEnds() async throws {
        let printed = Lock(false)
        try await Self.with { configuration in
            configuration.output = { _ in printed.withLock { $0 = true } }
        } _: { runtime in
            let running = Task {
                try await runtime.run(script: "print 'x'; require('herald').sleep(1e6)", limits: Self.limits)
            }
            while !printed.withLock({ $0 }) { await Task.yield() }
            running.cancel()
            let error = await Self.code { _ = try await running.value }
            #expect(error?.code == .cancelled)
        }
    }

    // MARK: Actions and callbacks

    @Test func functionsOfTheAppPerformActionsAndAnswerCallbacks() async throws {
        try await Self.with { runtime in
            await runtime.register(action: "addToWallet") { action, context in
                ["added": action["pass"], "by": context["user"]]
            }
            await runtime.register(callback: "ask") { payload, context in [payload["n"], context["user"]] }
            let added = await runtime.perform(action: ["type": "addToWallet", "pass": 1], context: ["user": "ana"])
            #expect(added == ActionOutcome(type: "addToWallet", status: .performed, result: ["added": 1, "by": "ana"]))
            let asked = await runtime.perform(
                action: ["type": "customCallback", "callbackId": "ask", "payload": ["n": 2]],
                context: ["user": "ana"]
            )
            #expect(asked.result == ["value": [2, "ana"]])
        }
    }

    @Test(
        arguments: [
            (["type": "openUrl", "url": "https://a.example/"], .performed, nil),
            (["type": "openUrl", "url": "javascript:1"], .refused, .badURL),
            (["type": "openUrl", "url": 1], .refused, .invalidArgument),
            (["type": "openUrl"], .refused, .invalidArgument),
            (["type": "openUrl", "url": "tel:1"], .refused, .denied),
            (["type": "apiCall", "url": "http://127.0.0.1:1/"], .refused, .denied),
            (["type": "customCallback", "callbackId": "nobody"], .failed, .unsupported),
            (["type": "openUlr"], .failed, .pluginMissing),
            ([:], .refused, .invalidArgument),
            ([], .refused, .invalidArgument),
            (["type": "throws"], .failed, .failed),
            (["type": "copyToClipboard", "value": "x"], .performed, nil),
            (["type": "copyToClipboard", "value": ""], .refused, .invalidArgument),
        ] as [(JSON, ActionOutcome.Status, HeraldError.Code?)]
    )
    func howAnActionEnds(action: JSON, status: ActionOutcome.Status, code: HeraldError.Code?) async throws {
        struct Odd: Error {}
        try await Self.with { runtime in
            await runtime.register(action: "throws") { _, _ in throw Odd() }
            let outcome = await runtime.perform(action: action)
            #expect(outcome.status == status, "\(outcome)")
            #expect(outcome.error?.code == code, "\(outcome)")
            #expect(outcome.effects.count == (status == .performed ? 1 : 0))
            #expect(outcome.json["status"].string == status.rawValue)
        }
    }

    @Test func aSlowActionEndsInTime() async throws {
        try await Self.with { runtime in
            await runtime.register(action: "slow") { _, _ in
                try await SystemClock().sleep(for: .seconds(3600))
                return 1
            }
            let outcome = await runtime.perform(action: ["type": "slow"], timeout: .milliseconds(20))
            #expect(outcome.status == .failed)
            #expect(outcome.error?.code == .timeout)
        }
    }

    @Test func effectsGoToTheAppAndItsRefusalIsTheOutcome() async throws {
        let environment = AppWithoutClipboard()
        try await Self.with { configuration in
            configuration.environment = environment
        } _: { runtime in
            let opened = await runtime.perform(action: ["type": "openUrl", "url": "https://a.example/"])
            #expect(opened.status == .performed)
            #expect(opened.effects.map(\.kind) == ["open"])
            let copied = await runtime.perform(action: ["type": "copyToClipboard", "value": "x"])
            #expect(copied.status == .failed)
            #expect(copied.error?.message.contains("no clipboard here") == true, "\(copied)")
            #expect(copied.effects.isEmpty)
            #expect(environment.kinds == ["open", "clipboard"])
        }
    }

    // MARK: Life

    @Test func twoRuntimesLiveSideBySide() async throws {
        try await Self.with { first in
            try await Self.with { second in
                await first.register(action: "mine") { _, _ in 1 }
                await second.register(action: "mine") { _, _ in 2 }
                await first.register(callback: "ask") { _, _ in await second.perform(action: ["type": "mine"]).result }
                #expect(await first.perform(action: ["type": "mine"]).result == 1)
                let ask: JSON = ["type": "customCallback", "callbackId": "ask"]
                #expect(await first.perform(action: ask).result == ["value": 2])
                #expect(await second.perform(action: ask).error?.code == .unsupported)
                let script = "return require('herald').connect { user = 'ana' }.server"
                async let one = first.run(script: script, limits: Self.limits)
                async let two = second.run(script: script, limits: Self.limits)
                let (left, right) = try await (one, two)
                #expect(left.value != right.value)
                await first.shutDown()
                #expect(await second.perform(action: ["type": "mine"]).result == 2)
            }
        }
    }

    @Test func afterTheEndNothingBegins() async throws {
        let runtime = try await Runtime(configuration: Self.configuration())
        _ = try await runtime.run(
            script: "return require('herald').connect { user = 'ana' }:campaigns()",
            limits: Self.limits
        )
        async let first: Void = runtime.shutDown()
        async let second: Void = runtime.shutDown()
        _ = await (first, second)
        await runtime.shutDown()
        let error = await Self.code { _ = try await runtime.run(script: "return 1") }
        #expect(error?.code == .invalidState)
        #expect(error?.message.contains("shut down") == true)
        #expect(
            await runtime.perform(action: ["type": "openUrl", "url": "https://a.example/"]).error?.code == .invalidState
        )
    }

    @Test func neverUsedItEndsToo() async throws {
        let runtime = try await Runtime(configuration: Self.configuration())
        await runtime.shutDown()
    }

    @Test func theEndEndsWhatRuns() async throws {
        let printed = Lock(false)
        var configuration = Self.configuration()
        configuration.output = { _ in printed.withLock { $0 = true } }
        let runtime = try await Runtime(configuration: configuration)
        let running = Task { try await runtime.run(script: "print 'x'; require('herald').sleep(1e6)") }
        while !printed.withLock({ $0 }) { await Task.yield() }
        await runtime.shutDown()
        let error = await Self.code { _ = try await running.value }
        #expect(error?.code == .cancelled)
    }

    @Test func aHandlerMayEndTheRuntimeThatCallsIt() async throws {
        let runtime = try await Runtime(configuration: Self.configuration())
        await runtime.register(action: "quit") { _, _ in
            await runtime.shutDown()
            return 1
        }
        let outcome = await runtime.perform(action: ["type": "quit"])
        #expect(outcome.status == .performed || outcome.error?.code == .cancelled, "\(outcome)")
        await runtime.shutDown()
    }

    @Test(arguments: ["ftp://a.example", "nonsense", "", "http://", "http://a b"])
    func aServerThatCannotBeIsRefusedAtOnce(url: String) async throws {
        var configuration = Self.configuration()
        configuration.server = .remote(url, apiKey: "k")
        let error = await Self.code { [configuration] in _ = try await Runtime(configuration: configuration) }
        #expect(error?.code == .badURL, "\(String(describing: error))")
    }

    @Test func aFolderOfCampaignsThatIsWrongIsToldByConnect() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("all.json", "{\"herald\": 1, \"campains\": []}")
        try await Self.with { configuration in
            configuration.server = .embedded(campaigns: folder.path)
        } _: { runtime in
            let error = await Self.code { _ = try await runtime.run(script: "require('herald').connect()") }
            #expect(error?.code == .badAuthoring, "\(String(describing: error))")
        }
    }

    // MARK: Plugins

    @Test func pluginsAreSummedUp() async throws {
        try await Self.with { runtime in
            let plugins = runtime.plugins
            #expect(plugins == Runtime.findPlugins(Self.configuration()))
            let open = try #require(plugins.first { $0.id == "open-url" })
            #expect(open.state == "ready")
            #expect(open.kind == "native")
            #expect(open.provides == ["action openUrl"])
            #expect(open.json["overriddenBy"] == nil)
            #expect(open.json["error"] == nil)
        }
    }

    @Test func aPluginThatIsNamedButNotThereIsListedAsRefused() async throws {
        var configuration = Self.configuration()
        configuration.pluginDirectories = ["/nowhere"]
        let plugins = Runtime.findPlugins(configuration)
        #expect(plugins.map(\.state) == ["refused"])
        #expect(plugins.first?.error != nil)
    }

    @Test func aPluginInQuarantineStaysThereUntilThatIsLifted() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "fixture/plugin.json",
            #"{"id":"fixture","version":"1.0.0","kind":"native","entry":"libfixture.so","provides":[{"action":"test"}]}"#
        )
        try folder.write("fixture/libfixture.so", try await FixtureLibrary.build())
        var configuration = Self.configuration()
        configuration.pluginDirectories = [folder.file("fixture")]
        configuration.stateDirectory = folder.file("state")
        let runtime = try await Runtime(configuration: configuration)
        for _ in 1...5 {
            let outcome = await runtime.perform(action: ["type": "test", "do": "badjson"])
            #expect(outcome.error?.code == .pluginFault)
        }
        let outcome = await runtime.perform(action: ["type": "test", "do": "nothing"])
        #expect(outcome.error?.code == .pluginQuarantined)
        #expect(runtime.plugins.first { $0.id == "fixture" }?.state == "quarantined")
        await runtime.shutDown()

        // Other processes see it, in words and as JSON.
        let flags = ["--plugin", folder.file("fixture"), "--state-dir", folder.file("state")]
        func herald(_ words: String...) async throws -> ChildProcess.Output {
            try await ChildProcess.run(HeraldProgram.launch(words + flags))
        }
        let table = try await herald("plugins").out
        #expect(table.contains("quarantined\n    plugin_quarantined: it broke the plugin contract 5 times"), "\(table)")
        #expect(table.contains("herald plugins lift fixture"))
        let list = try JSONText.parse(Array(try await herald("plugins", "--json").out.utf8)).array
        #expect(list?.first { $0["id"] == "fixture" }?["state"] == "quarantined")
        let refused = try await herald("action", #"{"type":"test","do":"nothing"}"#)
        #expect(refused.status == 4)
        #expect(refused.error.contains("the plugin fixture cannot be used: it broke the plugin contract"))

        let unknown = try await herald("plugins", "lift", "fixtur")
        #expect(unknown.status == 4)
        #expect(unknown.error.contains("no plugin \"fixtur\" is in quarantine"))
        #expect(unknown.error.contains("did you mean \"fixture\"?"))
        let lifted = try await herald("plugins", "lift", "fixture")
        #expect(lifted.status == 0 && lifted.out == "fixture is used again\n")
        #expect(try await herald("action", #"{"type":"test","do":"nothing"}"#).status == 0)
        #expect(try await herald("plugins").out.contains("quarantined") == false)
    }

    @Test func permissionsHoldForScriptsAndPlugins() async throws {
        try await Self.with { configuration in
            configuration.permissions.allowOpen = ["tel"]
            configuration.permissions.denyOpen = ["https"]
            configuration.permissions.allowEnvironment = ["A"]
            configuration.environmentVariables = ["A": "1", "B": "2"]
        } _: { runtime in
            #expect(await runtime.perform(action: ["type": "openUrl", "url": "tel:1"]).status == .performed)
            #expect(
                await runtime.perform(action: ["type": "openUrl", "url": "https://a.example/"]).error?.code == .denied
            )
            let text = "local e = require('herald').env; return { e 'A', (pcall(e, 'B')) }"
            let answer = try await runtime.run(script: text, limits: Self.limits).value
            #expect(answer == ["1", false])
        }
    }
}

/// An app that can open links and has no clipboard.
private final class AppWithoutClipboard: HostEnvironment {
    private let seen = Lock<[String]>([])

    var kinds: [String] { seen.withLock { $0 } }

    func perform(_ effect: Effect) async throws -> JSON {
        seen.withLock { $0.append(effect.kind) }
        if effect.kind == "clipboard" { throw HeraldError(.failed, "no clipboard here") }
        return .null
    }
}
