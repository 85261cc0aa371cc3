import Testing

@testable import Values

@Suite("JSON text")
struct JSONTextTests {
    @Test(
        "reads and writes back what it was",
        arguments: [
            "{}", "[]", "[[],{}]", "[1,1.0,-3,9007199254740993]", #"{"a":null,"b":[true,false],"c":"x\ny\"z"}"#,
        ]
    )
    func roundTrip(text: String) throws {
        #expect(try JSONText.parse(text).text == text)
    }
}
