import EmbeddedServer
import TestSupport
import Testing
import Values

@testable import LuaModules

@Suite("A server that is started again on its database and port")
struct RestartTests {
    @Test("a chat and realtime go on, and nothing is missed")
    func goesOn() async throws {
        let folder = try TemporaryDirectory()
        try Authoring().write(to: folder)
        var serving = EmbeddedServer.Configuration()
        serving.campaigns = folder.path + "/campaigns"
        serving.database = folder.file("herald.db")
        let first = try await EmbeddedServer.start(serving)
        serving.port = UInt16(first.url.split(separator: ":").last ?? "") ?? 0

        let recorder = Recorder()
        // What a client was given before the restart is all it has after it.
        let running = RunningServer(url: first.url, apiKey: first.embedKey, adminKey: nil)
        var configuration = HostConfiguration { () async throws(HeraldError) in running }
        configuration.user = "ana"
        configuration.token = try await first.mintToken(user: "ana")
        configuration.plugins = try World.find([World.shippedPlugins])
        configuration.output = { recorder.write($0) }
        configuration.log = { recorder.log($0, $1) }
        let host = RuntimeHost(configuration)

        let client = Task {
            await host.run(
                Array((World.preamble + Self.script).utf8),
                name: "client.lua",
                arguments: [],
                limits: RunLimits(wallTime: .seconds(60), memoryBytes: 64 << 20)
            )
        }
        _ = await recorder.firstLine()
        await first.shutDown()
        let second = try await EmbeddedServer.start(serving)
        #expect(second.url == first.url)
        #expect(await Self.send("meanwhile", to: second) == nil)

        let result = await client.value
        #expect(result.error == nil, "\(recorder.lines)")
        #expect(result.values == [["hi", "hi!", "A note from meanwhile"]], "\(recorder.lines)")
        await host.shutDown()
        await second.shutDown()
    }

    private static let script = """
        local app = herald.connect()
        local arrivals = app:on "feed_item"
        local session = app:session { channel = "chat", campaign = app:campaigns()[1] }
        local statuses = session:on "status"
        session:start()
        session:receive { timeout = 20 }
        print "up"
        for _, wanted in ipairs { "reconnecting", "active" } do
            repeat local status = statuses:receive { timeout = 40 } until status.new == wanted
        end
        session:send "hi"
        local first, second = session:receive { timeout = 20 }, session:receive { timeout = 20 }
        return { first.text, second.text, arrivals:receive { timeout = 40 }.alternativeText }
        """

    /// Sends a note to Ana as the server's owner; what went wrong, if anything did.
    private static func send(_ who: String, to server: EmbeddedServer) async -> HeraldError? {
        let running = RunningServer(url: server.url, apiKey: nil, adminKey: server.adminKey)
        let host = RuntimeHost(HostConfiguration { () async throws(HeraldError) in running })
        let text = """
            \(World.preamble)
            herald.admin():send { template = "note", receivers = { "ana" }, variables = { ana = { who = "\(who)" } } }
            """
        let limits = RunLimits(wallTime: .seconds(60), memoryBytes: 64 << 20)
        let result = await host.run(Array(text.utf8), name: "owner.lua", arguments: [], limits: limits)
        await host.shutDown()
        return result.error
    }
}
