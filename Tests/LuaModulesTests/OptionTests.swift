import Testing
import Values

@testable import LuaModules

@Suite("tables of options")
struct OptionTests {
    /// Every function that takes one, with a slip in a name, and the name that was meant.
    private static let calls = [
        ("herald.connect { usre = 'ana' }", "usre", "user"),
        ("herald.admin { admn_key = 'x' }", "admn_key", "admin_key"),
        ("herald.http { ulr = 'http://x' }", "ulr", "url"), ("herald.retry({ tmes = 2 }, print)", "tmes", "times"),
        ("app:session { chanel = 'chat' }", "chanel", "channel"), ("app:feed { limt = 2 }", "limt", "limit"),
        ("app:unread_count { categry = 'x' }", "categry", "category"), ("app:categories { limt = 2 }", "limt", "limit"),
        ("admin:send { tmplate = 'x' }", "tmplate", "template"), ("admin:templates { limt = 2 }", "limt", "limit"),
        ("admin:categories { limt = 2 }", "limt", "limit"), ("session:receive { timout = 1 }", "timout", "timeout"),
        ("arrivals:receive { timout = 1 }", "timout", "timeout"),
        ("card:render('text', { widht = 40 })", "widht", "width"),
        ("card:render('text', { override = { textColr = '#222222' } })", "textColr", "textColor"),
    ]

    @Test("refuse every name that there is not, and say which was meant")
    func unknownNames() async throws {
        try await World.with { world in
            let before = """
                local app, admin = herald.connect(), herald.admin()
                local session, arrivals = app:session { channel = "chat" }, app:on "feed_item"
                local receivers = { app.user }
                admin:send { template = admin:templates()[1].name, receivers = receivers }
                local card = arrivals:receive { timeout = 20 }:card()

                """
            for (call, slip, meant) in Self.calls {
                let error = try await world.failure(before + call)
                #expect(error.code == .invalidArgument, "\(call): \(error)")
                #expect(error.message.contains("\"\(slip)\""), "\(call): \(error)")
                #expect(error.hint == "did you mean \"\(meant)\"?", "\(call): \(error)")
            }
        }
    }

    @Test(
        "refuse values of the wrong kind, and what has no name",
        arguments: [
            ("herald.connect { user = 5 }", "option \"user\": expected a string, got a number"),
            ("herald.connect { user = {} }", "option \"user\": expected a string, got a table"),
            ("herald.connect { user = herald.null }", "option \"user\": expected a string, got null"),
            ("herald.connect { 'ana' }", "there is no option [1]"),
            ("herald.connect 'ana'", "expected a table of options, got a string"),
            ("herald.connect(herald.connect())", "expected a table of options, got an App"),
            ("herald.connect().feed(1)", "expected an App, got a number; call it with a colon"),
            ("herald.admin().send(herald.connect(), {})", "expected an Admin, got an App; call it with a colon"),
        ]
    )
    func wrongKinds(call: String, message: String) async throws {
        try await World.with { world in
            let error = try await world.failure(call)
            #expect(error.code == .invalidArgument)
            #expect(error.message.hasSuffix(": " + message), "\(error)")
        }
    }
}
