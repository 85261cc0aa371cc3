import Testing

@testable import Values

@Suite("text for people")
struct ShortTextTests {
    @Test(
        "is whole up to the limit, and ends between characters",
        arguments: [
            ("", ""), ("short", "short"),
            (String(repeating: "a", count: ShortText.limit), String(repeating: "a", count: ShortText.limit)),
            (
                String(repeating: "a", count: ShortText.limit + 1),
                String(repeating: "a", count: ShortText.limit) + "… (\(ShortText.limit + 1) bytes)"
            ),
            // Two bytes each; the last would be cut in its middle.
            (
                "a" + String(repeating: "é", count: ShortText.limit),
                "a" + String(repeating: "é", count: ShortText.limit / 2 - 1) + "… (\(2 * ShortText.limit + 1) bytes)"
            ),
        ]
    )
    func short(text: String, expected: String) {
        #expect(ShortText.of(text) == expected)
        #expect(ShortText.of(Array(text.utf8)) == expected)
    }
}
