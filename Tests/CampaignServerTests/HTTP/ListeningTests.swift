import CampaignServer
import Networking
import StorageSQLite
import Testing
import Values

/// Addresses to listen on.
struct ListeningTests {
    private func start(_ host: String) async throws -> (CampaignServer, SQLiteCampaignStore) {
        let store = try await SQLiteCampaignStore.open(path: nil, clock: ManualClock(), random: SystemRandomSource())
        var configuration = CampaignServer.Configuration()
        configuration.host = host
        do {
            return (try await CampaignServer.start(on: store, configuration), store)
        } catch {
            await store.close()
            throw error
        }
    }

    @Test(arguments: [
        ("127.0.0.1", "http://127.0.0.1:"), ("localhost", "http://localhost:"), ("::1", "http://[::1]:"),
        ("[::1]", "http://[::1]:"), ("[::]", "http://[::]:"), ("0.0.0.0", "http://0.0.0.0:"),
    ])
    func givesAURLThatLeadsToIt(host: String, start url: String) async throws {
        let (server, store) = try await start(host)
        #expect(server.url == "\(url)\(server.port)")
        let client = NetworkClient(policy: .any)
        #expect(try await client.send(HTTPRequest("GET", server.url + "/healthz")).status == 200)
        await client.shutDown()
        await server.shutDown()
        await store.close()
    }

    @Test(arguments: [
        "", "[]", "[127.0.0.1]", "[::1", "::1]", "[[::1]]", "nowhere.invalid", "300.1.1.1", "127.0.0.1\0", "[::1]:80",
    ])
    func refusesWhatIsNoAddress(host: String) async throws {
        let error = await #expect(throws: HeraldError.self) { _ = try await start(host) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("is no numeric address") == true, "\(error?.message ?? "")")
        #expect(error?.hint?.contains("[::1]") == true)
    }
}
