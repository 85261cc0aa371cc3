import Testing

@testable import Values

@Suite("places in JSON text")
struct JSONPlacesTests {
    private static let text = """
        {
          "a": [1, {"b": "x"}],
          "é": {"c~/d": null, "\\u0061b": true},
          "a": [2, {"b": "}]\\"", "z": []}]
        }
        """

    @Test(
        "a pointer's value and key",
        arguments: [
            ("", nil, "1:1"), ("/a", "4:3", "4:8"), ("/a/0", nil, "4:9"), ("/a/1/b", "4:13", "4:18"),
            ("/a/1/z", "4:26", "4:31"), ("/é", "3:3", "3:9"), ("/é/c~0~1d", "3:10", "3:18"), ("/é/ab", "3:24", "3:35"),
        ] as [(String, String?, String)]
    )
    func place(pointer: String, key: String?, value: String) throws {
        let found = JSONPlaces.find([pointer], in: Array(Self.text.utf8))
        let place = try #require(found[pointer])
        func short(_ place: SourcePlace) -> String { "\(place.line):\(place.column ?? 0)" }
        #expect(place.key.map(short) == key)
        #expect(short(place.value) == value)
    }

    @Test("a pointer to nothing has no place, and text that is no JSON does no harm")
    func nothing() {
        #expect(JSONPlaces.find(["/x", "/a/9", "/a/1/b/c", "x"], in: Array(Self.text.utf8)).isEmpty)
        for text in [
            "", "{", "{\"a", "{\"a\\", "{\"a\":", "[1,", "{]", "}{", "{\"a\" 1 2 3}", "[[[", "{:}", "{\"a\":\"", "tru",
        ] {
            _ = JSONPlaces.find(["/a", "/0/0/0", "/a/b"], in: Array(text.utf8))
        }
    }

    @Test("a byte order mark is no column")
    func mark() {
        let found = JSONPlaces.find(["/a"], in: [0xEF, 0xBB, 0xBF] + Array(#"{"a":1}"#.utf8))
        #expect(found["/a"]?.value.column == 6)
    }
}
