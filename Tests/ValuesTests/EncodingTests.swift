import Testing

@testable import Values

@Suite("encodings")
struct EncodingTests {
    @Test(
        "base 64 as in RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func base64(plain: String, encoded: String) throws {
        #expect(Base64.encode(plain.utf8) == encoded)
        #expect(try Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test(
        "base 64 refuses",
        arguments: ["Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z g=", "Zm9v\n", "Zm-v", "====", "=", "Zg==Zg==", "é==="]
    )
    func refusal(text: String) {
        #expect(throws: HeraldError.self) { try Base64.decode(text) }
    }

    @Test("base 64 for URLs has no padding")
    func urlSafe() throws {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xFE, 0x01]
        #expect(Base64.encode(bytes, alphabet: .urlSafe) == "-__-AQ")
        #expect(try Base64.decode("-__-AQ", alphabet: .urlSafe) == bytes)
        #expect(throws: HeraldError.self) { try Base64.decode("-__-A", alphabet: .urlSafe) }
    }

    @Test("percent-encoding of queries and paths")
    func percent() {
        #expect(PercentEncoding.query([("a b", "c&d=é"), ("x", "")]) == "a%20b=c%26d%3D%C3%A9&x=")
        #expect(PercentEncoding.pathSegment("a/b c") == "a%2Fb%20c")
        #expect(PercentEncoding.pathSegment("..") == "%2E%2E")
        #expect(PercentEncoding.decode("a%2Fb+c") == "a/b+c")
        #expect(PercentEncoding.decode("b+c", plusIsBlank: true) == "b c")
        #expect(PercentEncoding.decode("%zz") == nil)
        #expect(PercentEncoding.decode("%ff") == nil)
        #expect(PercentEncoding.decode("%4") == nil)
        let items = PercentEncoding.queryItems("a=1&b&c=x%3Dy&&=z&a=%ff")
        #expect(items.map(\.name) == ["a", "b", "c", "", "a"])
        #expect(items.map(\.value) == ["1", "", "x=y", "z", "%ff"])
    }
}
