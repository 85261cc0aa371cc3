import Testing

@testable import Values

@Suite("wire time")
struct WireTimeTests {
    @Test(
        "reads every form",
        arguments: [
            ("1784365200", 1_784_365_200_000), ("1784365200000", 1_784_365_200_000),
            ("1784365200.5", 1_784_365_200_500),
            (#""1784365200""#, 1_784_365_200_000), (#""1784365200123""#, 1_784_365_200_123),
            ("99999999999", 99_999_999_999_000),
            ("100000000000", 100_000_000_000), (#""1970-01-02""#, 86_400_000),
            (#""2000-02-29T12:34:56.789Z""#, 951_827_696_789),
            (#""2000-02-29T12:34:56+01:00""#, 951_824_096_000), (#""2000-02-29T12:34:56-0130""#, 951_833_096_000),
            (#""2000-02-29 12:34""#, 951_827_640_000), (#""1969-12-31T23:59:59.999z""#, -1), ("-5", -5000),
            (#""2000-02-29T12:34:56.78912345Z""#, 951_827_696_789),
        ]
    )
    func instants(text: String, milliseconds: Int64) throws {
        #expect(WireTime(try JSONText.parse(text)) == .instant(milliseconds))
    }

    @Test("no time", arguments: [JSON.null, 0, 0.0, "0", ""])
    func none(value: JSON) {
        #expect(WireTime(value) == .none)
    }

    @Test(
        "what is no time",
        arguments: [
            JSON.bool(true), [], [:], "soon", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-01T24:00",
            "2026-01-01T",
            "2026-01-01T10:00:00.", "2026-01-01T10:00+1", "2026-01-01T10:00ZZ", "1e9", 1e300, .double(.nan), "２０２６",
            "99999999999999999999",
        ]
    )
    func invalid(value: JSON) {
        #expect(WireTime(value) == .invalid)
    }

    @Test("a date as an upper bound is the end of its day")
    func edge() {
        #expect(WireTime("1970-01-01", edge: .end) == .instant(86_399_999))
        #expect(WireTime("1970-01-01T00:00", edge: .end) == .instant(0))
    }

    @Test(
        "seconds round down; ISO 8601 reads back",
        arguments: [0, -1, 951_827_696_789, 1_784_365_200_000, -62_135_596_800_000]
    )
    func writing(milliseconds: Int64) {
        let text = WireTime.iso8601(milliseconds: milliseconds)
        #expect(WireTime(.string(text)).milliseconds == milliseconds)
        #expect(WireTime.instant(-1).seconds == -1)
        #expect(WireTime.instant(1999).seconds == 1)
        #expect(WireTime.iso8601(milliseconds: 951_827_696_789) == "2000-02-29T12:34:56.789Z")
    }
}
