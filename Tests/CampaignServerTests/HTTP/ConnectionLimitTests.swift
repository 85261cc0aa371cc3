import CampaignServer
import Testing
import Values

struct ConnectionLimitTests {
    /// At its limit the library stops to accept; it must begin again when room is made, every time.
    @Test func acceptsAgainAfterTheLimitWasReached() async throws {
        var limits = HTTPLimits()
        limits.connections = 16
        let server = try EchoServer(limits: limits)
        for round in 1...100 {
            // As many as there may be; each is answered, so that the limit is reached for certain.
            var held: [RawConnection] = []
            for number in 1...16 {
                let connection = try RawConnection.open(server.engine.port)
                await connection.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await connection.reply().status == 200)
                held.append(connection)
            }
            // All go at once: the server hears of it in one round, or in several.
            held.removeAll()
            #expect(try await server.ask("GET /\(round) HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        }
        await server.engine.stop()
    }
}
