extension JSON {
    /// The value as compact JSON text; a number that JSON cannot say is written as `null`.
    public var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value as JSON text for people: two blanks per level, a line per member or element.
    public var prettyText: String {
        var writer = JSONWriter(isPretty: true)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Appends compact JSON text.
    public func write(to bytes: inout [UInt8]) {
        var writer = JSONWriter(isPretty: false)
        swap(&writer.bytes, &bytes)
        writer.write(self)
        swap(&writer.bytes, &bytes)
    }

    /// The pointer to the first number that JSON text cannot say (not finite), or `nil`.
    public var unwritablePointer: JSONPointer? {
        switch self {
        case .double(let value): return value.isFinite ? nil : JSONPointer()
        case .array(let elements):
            for (place, element) in elements.enumerated() {
                if let inner = element.unwritablePointer { return inner.inside(String(place)) }
            }
        case .object(let members):
            for member in members {
                if let inner = member.value.unwritablePointer { return inner.inside(member.key) }
            }
        default: break
        }
        return nil
    }
}

extension JSONPointer {
    fileprivate func inside(_ token: String) -> JSONPointer {
        var pointer = self
        pointer.tokens.insert(token, at: 0)
        return pointer
    }
}

/// Writes JSON text as bytes.
private struct JSONWriter {
    private static let digits = Array("0123456789abcdef".utf8)

    var bytes: [UInt8] = []
    let isPretty: Bool
    private var level = 0

    init(isPretty: Bool) { self.isPretty = isPretty }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): bytes.append(contentsOf: String(value).utf8)
        // Swift prints the shortest text that reads back to the same double, always with a point or an exponent.
        case .double(let value): bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let value): write(value)
        case .array(let elements): write(elements)
        case .object(let members): write(members)
        }
    }

    private mutating func write(_ elements: [JSON]) {
        bytes.append(UInt8(ascii: "["))
        level += 1
        for (place, element) in elements.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            write(element)
        }
        level -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        level += 1
        var isFirst = true
        for member in members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            breakLine()
            write(member.key)
            bytes.append(UInt8(ascii: ":"))
            if isPretty { bytes.append(UInt8(ascii: " ")) }
            write(member.value)
        }
        level -= 1
        if !isFirst { breakLine() }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.digits[Int(byte >> 4)])
                bytes.append(Self.digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSON: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text }
}
