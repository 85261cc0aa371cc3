import Testing

@testable import Values

@Suite("Quantities")
struct QuantityTests {
    @Test(
        "durations",
        arguments: [
            ("250ms", 250), ("30s", 30_000), ("5m", 300_000), ("2h", 7_200_000), ("1.5s", 1500), ("0s", 0), ("3", nil),
            ("-3s", nil), ("s", nil), ("1e9s", nil), ("99999999999d", nil), ("1.2.3s", nil), ("٣s", nil),
        ] as [(String, Int64?)]
    )
    func durations(text: String, milliseconds: Int64?) {
        #expect((try? Quantity.duration(text))?.milliseconds == milliseconds)
    }

    @Test("sizes", arguments: [("64MiB", 64 << 20), ("1B", 1), ("64", nil), ("64MB", nil)] as [(String, Int?)])
    func sizes(text: String, bytes: Int?) {
        #expect((try? Quantity.bytes(text)) == bytes)
    }
}
