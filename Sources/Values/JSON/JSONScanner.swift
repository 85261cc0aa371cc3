internal import CJSONBridge

/// The slow, strict reader: used only for texts that the fast one refuses, to say where and why.
struct JSONScanner {
    private let text: [UInt8]
    private let start: Int
    private let depth: Int
    private let file: String
    private let keepsGoing: Bool
    private var place: Int
    private var builder: JSONTreeBuilder

    /// `keepsValues` false: looks for faults alone.
    init(
        _ text: [UInt8],
        from start: Int,
        depth: Int,
        file: String,
        keepsGoing: Bool,
        keepsValues: Bool = true
    ) {
        self.text = text
        self.start = start
        self.depth = depth
        self.file = file
        self.keepsGoing = keepsGoing
        place = start
        builder = JSONTreeBuilder(keepsValues: keepsValues)
    }

    /// Reads the whole text without recursion.
    mutating func read() throws(HeraldError) -> JSONReading {
        repeat {
            skipBlanks()
            if try startsContainer() { continue }
            try endValue()
        } while builder.depth > 0
        skipBlanks()
        guard place == text.count else { throw fault("text after the end of the value", at: place) }
        guard let root = builder.root else { throw fault("there is no value", at: place) }
        return JSONReading(value: root, warnings: builder.warnings)
    }

    /// Reads a value; true when it is a container that is not empty and so not at its end.
    private mutating func startsContainer() throws(HeraldError) -> Bool {
        guard let byte = peek else { throw fault("the text ends where a value should be", at: place) }
        switch byte {
        case UInt8(ascii: "{"): return try begin(isObject: true, end: UInt8(ascii: "}"))
        case UInt8(ascii: "["): return try begin(isObject: false, end: UInt8(ascii: "]"))
        case UInt8(ascii: "\""):
            let from = place
            let string = try string(isNeeded: builder.keepsValues)
            if string.isWhole {
                builder.add(.string(string.text))
            } else {
                try lose("half of a surrogate pair in a string", at: from)
            }
        case UInt8(ascii: "-"), 0x30...0x39: try number()
        default: try word()
        }
        return false
    }

    private mutating func begin(isObject: Bool, end: UInt8) throws(HeraldError) -> Bool {
        guard builder.depth < depth else { throw fault("nested deeper than \(depth) levels", at: place) }
        place += 1
        builder.begin(isObject: isObject)
        skipBlanks()
        if peek == end {
            place += 1
            builder.close()
            return false
        }
        if isObject { try key() }
        return true
    }

    /// After a value: takes commas and closing brackets up to where the next value starts.
    private mutating func endValue() throws(HeraldError) {
        while let isInObject = builder.isInObject {
            skipBlanks()
            switch peek {
            case UInt8(ascii: ","):
                place += 1
                if isInObject { try key() }
                return
            case UInt8(ascii: "}") where isInObject, UInt8(ascii: "]") where !isInObject:
                place += 1
                builder.close()
            case nil: throw fault("the text ends within \(isInObject ? "an object" : "an array")", at: place)
            default: throw fault("expected `,` or `\(isInObject ? "}" : "]")`", at: place)
            }
        }
    }

    private mutating func key() throws(HeraldError) {
        skipBlanks()
        guard peek == UInt8(ascii: "\"") else { throw fault("expected a key in quotes", at: place) }
        let from = place
        let string = try string(isNeeded: true)
        guard string.isWhole else { throw fault("half of a surrogate pair in a key", at: from) }
        builder.setKey(string.text)
        skipBlanks()
        guard peek == UInt8(ascii: ":") else { throw fault("expected `:` after the key", at: place) }
        place += 1
    }
}

extension JSONScanner {
    private mutating func word() throws(HeraldError) {
        for (word, value) in [("true", JSON.bool(true)), ("false", .bool(false)), ("null", .null)]
        where text[place...].starts(with: word.utf8) {
            place += word.utf8.count
            builder.add(value)
            return
        }
        throw fault("expected a value", at: place)
    }

    private mutating func number() throws(HeraldError) {
        let from = place
        if peek == UInt8(ascii: "-") { place += 1 }
        let first = place
        try digits("a number")
        guard text[first] != UInt8(ascii: "0") || place == first + 1 else {
            throw fault("a number starts with a zero too many", at: first)
        }
        var isInteger = true
        if peek == UInt8(ascii: ".") {
            isInteger = false
            place += 1
            try digits("a digit after the point")
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            place += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { place += 1 }
            try digits("a digit in the exponent")
        }
        let written = String(decoding: text[from..<place], as: UTF8.self)
        if isInteger, let value = Int64(written) {
            builder.add(.int(value))
        } else if !isInteger, let value = Double(written), value.isFinite {
            builder.add(.double(value))
        } else {
            let kind = isInteger ? "an integer outside of 64 bits" : "a number too great for a double"
            try lose("\(kind): \(written.prefix(40))", at: from)
        }
    }

    private mutating func digits(_ expected: String) throws(HeraldError) {
        let from = place
        while let byte = peek, (0x30...0x39).contains(byte) { place += 1 }
        guard place > from else { throw fault("expected \(expected)", at: place) }
    }

    private mutating func lose(_ message: String, at offset: Int) throws(HeraldError) {
        guard keepsGoing else { throw fault(message, at: offset) }
        builder.addLost(message, place: sourcePlace(offset))
    }

    private var peek: UInt8? { place < text.count ? text[place] : nil }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private func fault(_ message: String, at offset: Int) -> HeraldError {
        HeraldError(.badJSON, message, pointer: builder.pointer.text, place: sourcePlace(offset))
    }

    private func sourcePlace(_ offset: Int) -> SourcePlace {
        let before = text[start..<min(offset, text.count)]
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? start
        return SourcePlace(file: file, line: line, column: offset - lineStart + 1)
    }
}

extension JSONScanner {
    /// Reads a string with its quotes; not whole when half of a surrogate pair is in it, empty when it is not needed.
    private mutating func string(isNeeded: Bool) throws(HeraldError) -> (text: String, isWhole: Bool) {
        let opening = place
        place += 1
        var bytes: [UInt8] = []
        var isWhole = true
        var run = place
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                // Escapes are ASCII, so what is written is UTF-8 when what it says is.
                guard isUTF8(opening + 1..<place) else { throw fault("the string is not UTF-8", at: opening) }
                if isNeeded { bytes.append(contentsOf: text[run..<place]) }
                place += 1
                return (String(decoding: bytes, as: UTF8.self), isWhole)
            case UInt8(ascii: "\\"):
                if isNeeded { bytes.append(contentsOf: text[run..<place]) }
                let escape = try escape()
                run = place
                if escape == nil { isWhole = false }
                if isNeeded, let escape { bytes.append(contentsOf: String(escape).utf8) }
            case 0..<0x20: throw fault("a control character in a string must be escaped", at: place)
            default: place += 1
            }
        }
        throw fault("the string has no end", at: opening)
    }

    private func isUTF8(_ range: Range<Int>) -> Bool {
        text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            return herald_json_is_utf8((start + range.lowerBound).assumingMemoryBound(to: CChar.self), range.count)
        }
    }

    /// Reads one escape; `nil` for half of a surrogate pair.
    private mutating func escape() throws(HeraldError) -> Unicode.Scalar? {
        let from = place
        place += 1
        guard let kind = peek else { throw fault("the string has no end", at: from) }
        place += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw fault("an escape that JSON does not know", at: from)
        }
        let unit = try unit(from)
        guard (0xD800..<0xE000).contains(unit) else { return Unicode.Scalar(unit) }
        guard unit < 0xDC00, text[place...].starts(with: "\\u".utf8) else { return nil }
        let after = place
        place += 2
        let low = try self.unit(after)
        guard (0xDC00..<0xE000).contains(low) else {
            place = after
            return nil
        }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func unit(_ from: Int) throws(HeraldError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap(PercentEncoding.digit) else {
                throw fault("expected four hexadecimal digits after `\\u`", at: from)
            }
            value = value << 4 | UInt32(digit)
            place += 1
        }
        return value
    }
}
