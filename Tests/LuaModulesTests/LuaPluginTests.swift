import TestSupport
import Testing
import Values

@testable import LuaModules

struct LuaPluginTests {
    private func with<Value: Sendable>(
        _ script: String,
        permissions: JSON = [:],
        configure: (inout HostConfiguration) -> Void = { _ in },
        _ body: (World) async throws -> Value
    ) async throws -> Value {
        try await World.with { configuration, parts in
            let manifest: JSON = [
                "id": "mine", "version": "1.0.0", "kind": "lua", "entry": "init.lua", "engine": ">=1.0 <2.0",
                "description": "d", "license": "Apache-2.0", "permissions": permissions,
                "provides": [["action": "mine"], ["action": "other"]],
            ]
            try parts.folder.write("plugins/mine/plugin.json", manifest.text)
            try parts.folder.write("plugins/mine/init.lua", script)
            try parts.folder.write("plugins/mine/part.lua", "return { twice = function(n) return 2 * n end }")
            configuration.plugins = try World.find([parts.folder.path + "/plugins"])
            configure(&configuration)
        } _: { world in
            try await body(world)
        }
    }

    private static func script(_ body: String, before: String = "") -> String {
        """
        local herald = require "herald"
        \(before)
        return { other = function() return "other" end, mine = function(action, context) \(body) end }
        """
    }

    @Test(
        arguments: [
            ("return { action.n, context.user }", [3, "ana"]),
            ("return require('part').twice(action.n)", 6),
            ("herald.sleep(0); return 'waited'", "waited"),
            ("return { herald.all { function() return 1 end, function() return 2 end } }", [1, 2]),
            ("return nil", nil),
            ("calls = (calls or 0) + 1; return calls", 1),
            (
                "return { herald.connect == nil, herald.admin == nil, io == nil, os.execute == nil }",
                [true, true, true, true]
            ),
        ] as [(String, JSON)]
    )
    func anActionInLua(body: String, expected: JSON) async throws {
        try await with(Self.script(body)) { world in
            let outcome = await world.host.perform(action: ["type": "mine", "n": 3], context: ["user": "ana"])
            #expect(outcome.error == nil)
            #expect(outcome.result == expected)
        }
    }

    @Test func itsGlobalsAreItsOwn() async throws {
        try await with(Self.script("leaked = 'x'; string.upper = nil; return 1")) { world in
            _ = await world.host.perform(action: ["type": "mine"])
            let answer = try await world.run("return { leaked == nil, ('a'):upper() }")
            #expect(answer == [true, "A"])
        }
    }

    @Test func callsAtTheSameTimeWaitSideBySide() async throws {
        let script = Self.script("n = (n or 0) + 1; while n < 3 do herald.sleep(0.001) end return n")
        try await with(script) { world in
            async let first = world.host.perform(action: ["type": "mine"])
            async let second = world.host.perform(action: ["type": "mine"])
            async let third = world.host.perform(action: ["type": "mine"])
            let outcomes = await [first, second, third]
            #expect(outcomes.allSatisfy { $0.status == .performed && $0.result == 3 })
        }
    }

    @Test(
        arguments: [
            ("error('broken')", "script_error", "broken"),
            ("error({ code = 'mine_code', message = 'told' })", "mine_code", "told"),
            ("herald.effect('clipboard', { text = 'x' })", "denied", "clipboard"),
            ("herald.effect('open', { url = 'https://a.example' })", "denied", "open"),
            ("herald.effect('opn', {})", "invalid_argument", "opn"),
            ("herald.effect('open', {})", "invalid_argument", "\"url\""),
            ("herald.effect('clipboard', { text = 5 })", "invalid_argument", "\"text\""),
            ("herald.effect('call', { number = '../../;rm' })", "invalid_argument", "\"type\""),
            ("herald.http { url = 'https://a.example' }", "denied", "net"),
            ("herald.env 'HOME'", "denied", "HOME"),
            ("return function() end", "bad_json", ""),
        ] as [(String, HeraldError.Code, String)]
    )
    func whatGoesWrongIsItsOutcome(body: String, code: HeraldError.Code, message: String) async throws {
        try await with(Self.script(body)) { world in
            let outcome = await world.host.perform(action: ["type": "mine"])
            #expect(outcome.status != .performed)
            #expect(outcome.error?.code == code, "\(String(describing: outcome.error))")
            #expect(outcome.error?.message.contains(message) == true, "\(String(describing: outcome.error))")
            // The next call finds it well.
            #expect(await world.host.perform(action: ["type": "other"]).result == "other")
        }
    }

    @Test func anEffectNeedsTheManifestAndTheGrant() async throws {
        let script = Self.script("herald.effect('open', { url = action.url }); return 1")
        try await with(script, permissions: ["open": ["https", "tel"]]) { world in
            let fine = await world.host.perform(action: ["type": "mine", "url": "https://a.example/"])
            #expect(fine.status == .performed)
            #expect(fine.effects.map(\.kind) == ["open"])
            let denied = await world.host.perform(action: ["type": "mine", "url": "tel:1"])
            #expect(denied.status == .refused)
            #expect(denied.error?.hint?.contains("--allow-open tel") == true)
            #expect(denied.effects.isEmpty)
        }
    }

    @Test func whatItPrintsIsLogged() async throws {
        try await with(Self.script("print('seen', action.n); return 1")) { world in
            _ = await world.host.perform(action: ["type": "mine", "n": 3])
            #expect(world.recorder.lines.contains("info: mine: seen\t3"), "\(world.recorder.lines)")
        }
    }

    @Test(arguments: [
        // The second line is at fault; the file is named as it lies there.
        ("local x = 1\nlocal y = = 2\nreturn {}", "init.lua:2", ""),
        ("return { other = function() end }", "", "returns no function \"mine\""),
        ("return { other = function() end, mine = 1 }", "", "returns no function \"mine\""),
        ("return 1", "", ""),
        ("error('at the start')", "init.lua:1", "at the start"),
        ("local t = setmetatable({}, { __index = function() while true do end end }) return t", "", ""),
    ])
    func aScriptThatCannotBeUsedIsRefused(script: String, place: String, message: String) async throws {
        try await with(script) { world in
            let outcome = await world.host.perform(action: ["type": "mine"])
            #expect(outcome.status == .failed)
            #expect(outcome.error?.code == .pluginRefused, "\(String(describing: outcome.error))")
            var texts: [String] = []
            var error = outcome.error
            while let current = error {
                texts.append(current.description)
                error = current.cause
            }
            let all = texts.joined(separator: "\n")
            #expect(all.contains(place), "\(all)")
            #expect(all.contains(message), "\(all)")
            // A second try tells the same.
            #expect(await world.host.perform(action: ["type": "mine"]).error?.code == .pluginRefused)
        }
    }

    @Test func aScriptThatUsesUpItsMemoryIsStopped() async throws {
        try await with(Self.script("local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end")) { world in
            let outcome = await world.host.perform(action: ["type": "mine"])
            #expect(outcome.error?.code == .memoryLimit, "\(String(describing: outcome.error))")
        }
    }

    @Test func aCallThatIsTooSlowIsCancelled() async throws {
        try await with(Self.script("herald.sleep(1e6)")) { world in
            let outcome = await world.host.perform(action: ["type": "mine"], timeout: .milliseconds(20))
            #expect(outcome.error?.code == .timeout, "\(String(describing: outcome.error))")
            #expect(outcome.status == .failed)
        }
    }

    @Test(arguments: [
        "herald.log.info('on') while true do end",
        "herald.log.info('on') while true do pcall(error) end",
        "herald.log.info('on') herald.sleep(1e6)",
    ])
    func aLoopEndsWithTheRuntime(loop: String) async throws {
        // The clock stands still: neither a limit of the call nor the grace of the stop can end it.
        for script in [Self.script("return 1", before: loop), Self.script(loop)] {
            let (running, mark) = AsyncStream<Void>.makeStream()
            let configure = { (configuration: inout HostConfiguration) in
                configuration.clock = ManualClock()
                configuration.log = { _, message in if message.hasSuffix(": on") { mark.finish() } }
            }
            try await with(script, configure: configure) { world in
                async let outcome = world.host.perform(action: ["type": "mine"])
                for await _ in running {}
                await world.host.shutDown()
                #expect(await outcome.status == .failed)
            }
        }
    }
}
