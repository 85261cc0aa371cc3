import EmbeddedServer
import TestSupport
import Testing
import Values

@testable import LuaModules

struct ConnectTests {
    @Test func theFirstUserOfTheFilesIsMeantWhenNobodySaid() async throws {
        try await World.with { world in
            let answer = try await world.run(
                "local app = herald.connect(); return { app.user, app.server, tostring(app) }"
            )
            #expect(answer == ["ana", .string(world.server.url), .string("App ana at \(world.server.url)")])
        }
    }

    @Test(arguments: [
        ("herald.connect { user = 'ben' }", "ben"),
        (
            "herald.connect { user = 'ben', server = herald.args[1], api_key = herald.args[2], token = herald.args[3] }",
            "ben"
        ),
    ])
    func optionsWin(source: String, user: String) async throws {
        try await World.with { world in
            let token = try await world.server.mintToken(user: "ben")
            let answer = try await world.run(
                "local app = \(source); return { app.user, #app:campaigns() }",
                arguments: [world.server.url, world.server.embedKey, token]
            )
            #expect(answer == [.string(user), 2])
        }
    }

    @Test(
        arguments: [
            (
                "herald.connect { usr = 'ana' }", "invalid_argument", "there is no option \"usr\"",
                "did you mean \"user\"?"
            ),
            ("herald.connect { user = 1 }", "invalid_argument", "option \"user\"", nil),
            ("herald.connect 'ana'", "invalid_argument", "a table of options", nil),
            ("herald.connect { server = 'ftp://a' , user = 'ana', token = 't' }", "bad_url", "ftp", nil),
            ("herald.connect { server = 'nowhere', user = 'ana', token = 't' }", "bad_url", "", nil),
            ("herald.admin { admin_kye = 'x' }", "invalid_argument", "there is no option \"admin_kye\"", "admin_key"),
        ] as [(String, HeraldError.Code, String, String?)]
    )
    func faultsNameTheOption(source: String, code: HeraldError.Code, message: String, hint: String?) async throws {
        try await World.with { world in
            let error = try await world.failure(source)
            #expect(error.code == code, "\(error)")
            #expect(error.message.contains(message), "\(error)")
            if let hint { #expect(error.hint?.contains(hint) == true, "\(error)") }
        }
    }

    @Test func withoutAnyUserItSaysHowToNameOne() async throws {
        try await World.with { configuration, parts in
            let (url, key) = (parts.server.url, parts.server.embedKey)
            configuration.server = { () async throws(HeraldError) in RunningServer(url: url, apiKey: key, adminKey: nil)
            }
            configuration.remoteURL = url
        } _: { world in
            let error = try await world.failure("herald.connect()")
            #expect(error.code == .invalidArgument)
            #expect(error.hint?.contains("--user") == true)
        }
    }

    @Test(arguments: [
        ("herald.connect { user = 'ben' }", "--token"),
        ("herald.admin()", "--admin-key"),
    ])
    func withoutKeysItSaysWhichFlagGivesThem(source: String, flag: String) async throws {
        try await World.with { configuration, parts in
            let (url, key) = (parts.server.url, parts.server.embedKey)
            configuration.server = { () async throws(HeraldError) in RunningServer(url: url, apiKey: key, adminKey: nil)
            }
            configuration.remoteURL = url
        } _: { world in
            let error = try await world.failure(source)
            #expect(error.code == .unauthorized)
            #expect(error.hint?.contains(flag) == true, "\(error)")
        }
    }

    @Test func aTokenOfAnotherUserIsNamed() async throws {
        try await World.with { configuration, parts in
            let (url, key) = (parts.server.url, parts.server.embedKey)
            configuration.server = { () async throws(HeraldError) in RunningServer(url: url, apiKey: key, adminKey: nil)
            }
            configuration.user = "ana"
            configuration.token = "y"
        } _: { world in
            let error = try await world.failure("herald.connect { user = 'ben' }")
            #expect(error.code == .unauthorized)
            #expect(error.message.contains("\"ben\"") && error.message.hasSuffix("of the user \"ana\""), "\(error)")
            #expect(error.hint?.contains("--token") == true)
        }
    }

    @Test(arguments: ["HTTP://", "http://"])
    func everySpellingOfTheHostsServerIsItsOwn(scheme: String) async throws {
        try await World.with { configuration, parts in
            configuration.remoteURL = parts.server.url
        } _: { world in
            let other = scheme + world.server.url.dropFirst("http://".count) + "/"
            let source = "return #herald.connect { server = herald.args[1] }:campaigns() > 0"
            let campaigns = try await world.run(source, arguments: [other])
            #expect(campaigns == true)
            let admin = "return #herald.admin { server = herald.args[1] }:templates() > 0"
            let templates = try await world.run(admin, arguments: [other])
            #expect(templates == true)
        }
    }

    @Test(arguments: [
        "herald.connect { server = herald.args[1], user = 'ana' }:campaigns()",
        "herald.connect { server = herald.args[1] }:campaigns()",
        "herald.admin { server = herald.args[1] }:templates()",
        "herald.connect { server = herald.args[1], user = 'ana', token = 't' }:campaigns()",
        "herald.connect { server = herald.args[1], user = 'ana', token = 't' }:feed():next()",
    ])
    func theHostsKeysGoToNoOtherServer(source: String) async throws {
        let heard = Lock<[String]>([])
        let other = ScriptedServer { peer in
            let request = peer.request()
            heard.withLock { $0.append(request) }
            peer.respond("401 Unauthorized")
        }
        defer { other.stop() }
        try await World.with { configuration, parts in
            configuration.user = "ana"
            configuration.token = "the-hosts-token"
            configuration.remoteURL = parts.server.url
        } _: { world in
            let result = await world.attempt(source, arguments: [other.url])
            #expect(result.error?.code == .unauthorized, "\(String(describing: result.error))")
            for request in heard.withLock({ $0 }) {
                #expect(!request.contains(world.server.embedKey))
                #expect(!request.contains(world.server.adminKey))
                #expect(!request.contains("the-hosts-token"))
            }
        }
    }

    /// Without a name the server is asked whose the token is.
    @Test(
        arguments: [
            ("herald.connect().user", "ben"), ("herald.connect { user = 'ben' }.user", "ben"),
            ("select(2, pcall(herald.connect, { user = 'ana' })).code", "unauthorized"),
            ("herald.connect { token = herald.args[1] }.user", "ana"),
            ("select(2, pcall(herald.connect, { token = 'hut_x' })).code", "unauthorized"),
        ]
    )
    func aTokenAloneNamesItsUser(source: String, expected: String) async throws {
        try await World.with { elsewhere in
            let (url, key) = (elsewhere.server.url, elsewhere.server.embedKey)
            let (ana, ben) = (
                try await elsewhere.server.mintToken(user: "ana"), try await elsewhere.server.mintToken(user: "ben")
            )
            try await World.with { configuration, _ in
                configuration.server = { () async throws(HeraldError) in
                    RunningServer(url: url, apiKey: key, adminKey: nil)
                }
                configuration.remoteURL = url
                configuration.token = ben
            } _: { world in
                let answer = try await world.run("return " + source, arguments: [ana])
                #expect(answer == .string(expected))
            }
        }
    }

    @Test func theTokenOfTheHostIsUsedAtItsOwnServer() async throws {
        try await World.with { configuration, parts in
            let (url, key) = (parts.server.url, parts.server.embedKey)
            configuration.server = { () async throws(HeraldError) in RunningServer(url: url, apiKey: key, adminKey: nil)
            }
            configuration.remoteURL = url
            configuration.user = "ana"
            configuration.token = "wrong"
        } _: { world in
            #expect(try await world.failure("herald.connect():unread_count()").code == .unauthorized)
            let named = try await world.failure("herald.connect { server = '\(world.server.url)' }:unread_count()")
            #expect(named.code == .unauthorized)
            // Another user's token is not his.
            #expect(try await world.failure("herald.connect { user = 'ben' }").hint?.contains("--token") == true)
        }
    }

    @Test func campaignsHaveNamesAndChannels() async throws {
        try await World.with { world in
            let answer = try await world.run(
                """
                local all = {}
                for _, c in ipairs(herald.connect():campaigns()) do all[#all + 1] = { c.id, c.name, c.channels } end
                return all
                """
            )
            #expect(
                answer == [["shop", "Shop", ["chat", "scheduledCallback"]], ["desk", "Desk", ["scheduledCallback"]]]
            )
        }
    }

    @Test func anUnreachableServerIsAnErrorThatNamesIt() async throws {
        try await World.with { world in
            let error = try await world.failure(
                "herald.connect { server = 'http://127.0.0.1:1', user = 'a', token = 't' }:campaigns()"
            )
            #expect(error.code == .unreachable, "\(error)")
            #expect(error.description.contains("127.0.0.1:1"), "\(error)")
        }
    }
}
