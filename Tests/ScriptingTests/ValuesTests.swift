import Testing
import Values

@testable import Scripting

@Suite("values", .serialized)
struct ValueTests {
    @Test(
        "chunks return values as JSON",
        arguments: [
            ("return 1", [JSON.int(1)]),
            ("return 1.0, 'a', true, nil", [.double(1), "a", true, .null]),
            ("return {1, 2}, {a = 1}, {}", [[1, 2], ["a": 1], .object(JSONObject())]),
            ("\u{FEFF}#!/usr/bin/env herald\nreturn 7", [7]),
            ("", []),
        ] as [(String, [JSON])]
    )
    func returned(source: String, values: [JSON]) async throws {
        #expect(try await run(source) == values)
    }
}
