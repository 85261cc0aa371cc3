import Testing

@testable import Values

@Suite("JSON text")
struct JSONTextTests {
    @Test(
        "reads and writes back what it was",
        arguments: [
            "{}", "[]", "[[],{}]", "[1,1.0,-3,9007199254740993]", #"{"a":null,"b":[true,false],"c":"x\ny\"z"}"#,
            "[9223372036854775807,-9223372036854775808]", #""é\u0001😀""#, "[1e+300,5e-324,-0.0]", #"{"":{"":""}}"#,
        ]
    )
    func roundTrip(text: String) throws {
        #expect(try JSONText.parse(text).text == text)
    }

    @Test(
        "says where the fault is",
        arguments: [
            ("[\"\\uDFF3\"]", 1, 2, "/0"), ("{\"X\n\":1,\"Y\":2}", 1, 4, ""), ("", 1, 1, ""), ("  ", 1, 3, ""),
            ("{\"id\":9223372036854775808}", 1, 7, "/id"), ("[-9223372036854775809]", 1, 2, "/0"),
            ("[1,\n  1e400]", 2, 3, "/1"), ("{\"a\":[1,{\"b~/\":tru}]}", 1, 16, "/a/1/b~0~1"),
            ("[1,]", 1, 4, "/1"), ("[1 2]", 1, 4, "/1"), ("{\"a\" 1}", 1, 6, "/a"), ("{a:1}", 1, 2, ""),
            ("[01]", 1, 2, "/0"), ("[1.]", 1, 4, "/0"), ("[.5]", 1, 2, "/0"), ("[+1]", 1, 2, "/0"), ("[-]", 1, 3, "/0"),
            ("[\"\\x\"]", 1, 3, "/0"), ("[\"\\u12\"]", 1, 3, "/0"), ("[\"a", 1, 2, "/0"), ("{} {}", 1, 4, ""),
            ("[NaN]", 1, 2, "/0"), ("[\"\\uD83D\\u0041\"]", 1, 2, "/0"), ("{\"\\uD800\":1}", 1, 2, ""),
            ("nul", 1, 1, ""),
            ("123456789012345678901234567890", 1, 1, ""), ("[1", 1, 3, "/1"), ("{\"a\":1", 1, 7, "/a"),
            ("[1e]", 1, 4, "/0"),
        ]
    )
    func fault(text: String, line: Int, column: Int, pointer: String) {
        #expect {
            try JSONText.parse(text, file: "card.json")
        } throws: { error in
            guard let error = error as? HeraldError else { return false }
            #expect(error.place == SourcePlace(file: "card.json", line: line, column: column), "\(error)")
            #expect(error.pointer == pointer)
            return error.code == .badJSON
        }
    }

    @Test(
        "bytes that are no UTF-8 are a fault",
        arguments: [[0x5B, 0x22, 0xFF, 0x22, 0x5D], [0x22, 0xED, 0xA0, 0x80, 0x22]]
    )
    func notUTF8(bytes: [UInt8]) {
        #expect { try JSONText.parse(bytes) } throws: { ($0 as? HeraldError)?.place?.line == 1 }
    }

    @Test("drops one byte order mark")
    func byteOrderMark() throws {
        #expect(try JSONText.parse([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) == [:])
        #expect(throws: HeraldError.self) { try JSONText.parse([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) }
    }

    @Test("of a repeated key the last value counts, and there is a warning")
    func repeatedKey() throws {
        let text = #"{"x":[{"a":1,"b":0,"a":2}],"x":3}"#
        #expect(try JSONText.parse(text).text == #"{"x":3}"#)
        let reading = try JSONText.salvage(Array(text.utf8))
        #expect(reading.warnings.map(\.kind) == [.duplicateKey, .duplicateKey])
        #expect(reading.warnings.map(\.pointer) == ["/x/0/a", "/x"])
    }

    @Test("a page keeps what can be read")
    func salvage() throws {
        let text = "{\"data\":[{\"n\":1e999},\n{\"n\":18446744073709551615,\"s\":\"\\ud800x\"},{\"n\":7}]}"
        let reading = try JSONText.salvage(Array(text.utf8))
        #expect(reading.value.text == #"{"data":[{"n":null},{"n":null,"s":null},{"n":7}]}"#)
        #expect(reading.warnings.map(\.pointer) == ["/data/0/n", "/data/1/n", "/data/1/s"])
        #expect(reading.warnings.last?.place == SourcePlace(file: "", line: 2, column: 31))
        #expect(throws: HeraldError.self) { try JSONText.salvage(Array("[1,".utf8)) }
    }

    @Test("depth is bounded, and what is allowed can be walked on a pool thread")
    func depth() async throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        for depth in [1001, 100_000] {
            #expect { try JSONText.parse(nested(depth)) } throws: { ($0 as? HeraldError)?.place?.column == 1001 }
        }
        #expect(throws: HeraldError.self) { try JSONText.parse(nested(3), limits: .init(depth: 2)) }
        #expect(throws: HeraldError.self) { try JSONText.parse(nested(2000), limits: .init(depth: 1_000_000)) }
        let text = await Task.detached { try? JSONText.parse(nested(1000)).text }.value
        #expect(text?.utf8.count == 2000)
        let objects = String(repeating: #"{"a":"#, count: 999) + "1" + String(repeating: "}", count: 999)
        let copy = await Task.detached { (try? JSONText.parse(objects)).map { $0 == $0 ? $0.prettyText : "" } }.value
        #expect(copy?.isEmpty == false)
    }

    @Test("size is bounded")
    func size() {
        #expect(throws: HeraldError.self) { try JSONText.parse("[1,2,3]", limits: .init(bytes: 6)) }
    }

    @Test("pretty text is for people")
    func pretty() throws {
        let value = try JSONText.parse(#"{"a":[1,{}],"b":[]}"#)
        #expect(value.prettyText == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}")
        #expect(try JSONText.parse(value.prettyText) == value)
    }

    @Test("a number that is not finite is found before it is written as null")
    func notFinite() {
        let value: JSON = ["a": [1, .double(.infinity)]]
        #expect(value.unwritablePointer?.text == "/a/1")
        #expect(value.text == #"{"a":[1,null]}"#)
        #expect(JSON(nil as String?).unwritablePointer == nil)
    }

    @Test("doubles are written as Swift writes them")
    func doubles() {
        var state: UInt64 = 88_172_645_463_325_252
        var values: [Double] = [
            0, -0.0, 0.0001, 0.00001, 0x1p53, 0x1p54, 0x1p55, 1e15, 1e16, .leastNonzeroMagnitude, .pi, 1e22, 1e23,
        ]
        values += [0x1p54 + 4, 0x1p54 - 2, 0.00012345, 0.000099999, .greatestFiniteMagnitude]
        for _ in 0..<50_000 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            values += [Double(bitPattern: state), Double(state >> (state & 63)), Double(state >> 44) / 1000]
        }
        for value in values where value.isFinite { #expect(JSON.double(value).text == "\(value)") }
    }

    @Test("keys are told apart by their bytes", arguments: [0, 20])
    func spellings(others: Int) throws {
        let members = (0..<others).map { "\"k\($0)\":0," }.joined()
        let text = "{\(members)\"\u{E9}\":1,\"e\u{301}\":2,\"\u{212B}\":3,\"\u{C5}\":4}"
        let value = try JSONText.parse(text)
        #expect(value.text == text)
        #expect([value["\u{E9}"], value["e\u{301}"], value["\u{C5}"]] == [1, 2, 4])
    }

    @Test("both readers agree")
    func agreement() throws {
        var state: UInt64 = 88_172_645_463_325_252
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\n\"", "1", "-0", "1.5e3", "true", "null", " ", "\"é\"",
        ]
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<7 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                text += pieces[Int(state % UInt64(pieces.count))]
            }
            let bytes = Array(text.utf8)
            let fast = bytes.withUnsafeBytes { JSONFastReader.read($0, depth: 1000) }
            var scanner = JSONScanner(bytes, from: 0, depth: 1000, file: "", keepsGoing: false)
            let slow = try? scanner.read()
            #expect(fast == slow?.value, "\(text)")
        }
    }
}
