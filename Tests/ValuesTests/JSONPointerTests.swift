import Testing

@testable import Values

@Suite("JSON pointer")
struct JSONPointerTests {
    static let document = #"{"foo":["bar","baz"],"":0,"a/b":1,"m~n":8,"é":{"0":2}}"#

    @Test(
        "finds as in RFC 6901",
        arguments: [
            ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/m~0n", "8"),
            ("/é/0", "2"),
        ]
    )
    func find(text: String, expected: String) throws {
        let pointer = try JSONPointer(text)
        #expect(pointer.text == text)
        #expect(try JSONText.parse(Self.document)[pointer]?.text == expected)
    }

    @Test("finds nothing", arguments: ["/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/none", "/foo/0/x"])
    func nothing(text: String) throws {
        #expect(try JSONText.parse(Self.document)[JSONPointer(text)] == nil)
    }

    @Test("refuses", arguments: ["a", "/~", "/~2", "/a~"])
    func refusal(text: String) {
        #expect(throws: HeraldError.self) { try JSONPointer(text) }
    }
}
