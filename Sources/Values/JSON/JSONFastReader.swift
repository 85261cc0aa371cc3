internal import CJSONBridge

/// Reads a text with simdjson; says no more than that a text is not fit.
enum JSONFastReader {
    /// `nil` when the text is no JSON, or JSON that this reader cannot hold; with `refusesRepeats` also when a key comes
    /// twice in an object.
    static func read(_ text: UnsafeRawBufferPointer, depth: Int, refusesRepeats: Bool = false) -> JSON? {
        guard let start = text.baseAddress else { return nil }
        defer { herald_json_done() }
        var tape = herald_json_tape()
        let status = herald_json_parse(start.assumingMemoryBound(to: CChar.self), text.count, &tape)
        guard status == HERALD_JSON_OK, var word = tape.words else { return nil }
        word += 1
        let reader = TapeReader(tape: tape, depth: depth, refusesRepeats: refusesRepeats)
        return reader.value(&word, level: 0)
    }
}

/// Turns a tape into values, or into nothing when one is refused.
///
/// Recursion is bounded by what the parser accepts.
private struct TapeReader {
    typealias Word = UnsafePointer<UInt64>

    let tape: herald_json_tape
    let depth: Int
    let refusesRepeats: Bool

    func value(_ word: inout Word, level: Int) -> JSON? {
        let first = word.pointee
        word += 1
        switch UInt8(truncatingIfNeeded: herald_json_kind(first)) {
        case UInt8(ascii: "{"): return level < depth ? object(&word, count: first, level: level + 1) : nil
        case UInt8(ascii: "["): return level < depth ? array(&word, count: first, level: level + 1) : nil
        case UInt8(ascii: "\""): return .string(text(first))
        case UInt8(ascii: "l"): return .int(Int64(bitPattern: number(&word)))
        case UInt8(ascii: "d"): return .double(Double(bitPattern: number(&word)))
        case UInt8(ascii: "t"): return .bool(true)
        case UInt8(ascii: "f"): return .bool(false)
        case UInt8(ascii: "n"): return .null
        // An integer above Int64.max; the nearest double would be another number.
        default: return nil
        }
    }

    private func number(_ word: inout Word) -> UInt64 {
        defer { word += 1 }
        return word.pointee
    }

    private func text(_ word: UInt64) -> String {
        var length: UInt32 = 0
        let copy = withUnsafePointer(to: tape) { herald_json_string($0, word, &length) }
        return String(decoding: UnsafeRawBufferPointer(start: copy, count: Int(length)), as: UTF8.self)
    }

    private func ends(_ word: inout Word, with mark: Unicode.Scalar) -> Bool {
        guard UInt8(truncatingIfNeeded: herald_json_kind(word.pointee)) == UInt8(ascii: mark) else { return false }
        word += 1
        return true
    }

    private func array(_ word: inout Word, count: UInt64, level: Int) -> JSON? {
        var elements: [JSON] = []
        elements.reserveCapacity(Int(herald_json_count(count)))
        while !ends(&word, with: "]") {
            guard let element = value(&word, level: level) else { return nil }
            elements.append(element)
        }
        return .array(elements)
    }

    private func object(_ word: inout Word, count: UInt64, level: Int) -> JSON? {
        var members = JSONObject(room: Int(herald_json_count(count)))
        while !ends(&word, with: "}") {
            let key = text(word.pointee)
            word += 1
            guard let value = value(&word, level: level) else { return nil }
            if members.add(key, value), refusesRepeats { return nil }
        }
        return .object(members)
    }
}
