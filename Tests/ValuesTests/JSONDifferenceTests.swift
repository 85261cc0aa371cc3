import Testing
import Values

struct JSONDifferenceTests {
    @Test(
        arguments: [
            ("1", "1", []), ("1", "1.0", [#": 1 -> 1.0"#]), (#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#, []),
            (#"{"a": {"b/c": [1, 2]}}"#, #"{"a": {"b/c": [1, 3]}}"#, ["/a/b~1c/1: 2 -> 3"]),
            ("[1]", "[1, 2, 3]", ["/1: nothing -> 2", "/2: nothing -> 3"]),
            ("[1, 2]", "[]", ["/0: 1 -> nothing", "/1: 2 -> nothing"]),
            (
                #"{"old": 1, "x": 1}"#, #"{"x": null, "new": 2}"#,
                ["/x: 1 -> null", "/new: nothing -> 2", "/old: 1 -> nothing"]
            ),
            (#"{"a": [1]}"#, #"{"a": {"0": 1}}"#, [#"/a: [1] -> {"0":1}"#]),
        ] as [(String, String, [String])]
    )
    func namesTheSmallestPlaces(old: String, new: String, expected: [String]) throws {
        let found = JSONDifference.all(from: try JSONText.parse(old), to: try JSONText.parse(new))
        #expect(
            found.map { "\($0.pointer): \($0.old?.text ?? "nothing") -> \($0.new?.text ?? "nothing")" } == expected
        )
    }
}
