import CampaignServer
import Testing
import Values

struct ConnectionLimitTests {
    /// At its limit the library stops to accept; it must begin again when room is made, every time.
    @Test func acceptsAgainAfterTheLimitWasReached() async throws {
        var limits = HTTPLimits()
        limits.connections = 16
        let server = try EchoServer(limits: limits)
        for round in 1...10 {
            do {
                var held: [RawConnection] = []
                for number in 0..<40 {
                    let connection = try RawConnection.open(server.engine.port)
                    // The first ones are answered, so that the limit is reached for certain.
                    if number < 16 {
                        await connection.send("GET /\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                        #expect(try await connection.reply().status == 200)
                    }
                    held.append(connection)
                }
            }
            #expect(try await server.ask("GET /\(round) HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        }
        await server.engine.stop()
    }
}
