import Testing

@testable import Values

@Suite("JSON text that is passed on")
struct WrittenJSONTests {
    @Test(
        "only a whole JSON text is taken over",
        arguments: [
            (#"{"a":[1,2.5,"x"]}"#, true), ("null", true), (" [] ", true), (#""ü""#, true),
            ("", false), ("{", false), (#"{"a":1}}"#, false), ("[1,]", false), (#"{"a":1"#, false), ("nul", false),
            ("\"\u{1}\"", false), (#""\ud800""#, false),
        ]
    )
    func checking(_ text: String, _ isGood: Bool) {
        let written = Array(text.utf8).withUnsafeBytes { WrittenJSON(checking: $0) }
        #expect((written != nil) == isGood)
        if let written { #expect(written.text == text) }
    }

    @Test("bytes that are no UTF-8 are no JSON")
    func badUTF8() {
        let bytes: [UInt8] = [0x22, 0xC3, 0x22]
        #expect(bytes.withUnsafeBytes { WrittenJSON(checking: $0) } == nil)
    }

    @Test("a value is read back as it was written")
    func roundTrip() {
        let value: JSON = ["a": [1, 1.5, "\"\u{1F600}\n", nil, true], "b": [:]]
        #expect(WrittenJSON(value).value == value)
    }

    @Test("a text that is built piece by piece reads as the tree that it stands for")
    func builder() {
        var text = JSONTextBuilder()
        text.openObject()
        text.member("none", nil as String?)
        text.member("text", "a\"b")
        text.member("number", 7)
        text.name("list")
        text.openArray()
        text.value(["x": 1] as JSON)
        text.value(WrittenJSON([:]))
        text.openArray()
        text.closeArray()
        text.closeArray()
        text.name("inner")
        text.openObject()
        text.closeObject()
        text.member("last", ["y"] as JSON)
        text.closeObject()
        let expected: JSON = [
            "none": nil, "text": "a\"b", "number": 7, "list": [["x": 1], [:], []], "inner": [:], "last": ["y"],
        ]
        #expect(text.written.value == expected)
        #expect(text.bytes == Array(expected.text.utf8))
    }
}
