internal import CJSONBridge

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
struct JSONWriter {
    var bytes: [UInt8] = []
    private let isPretty: Bool
    private var level = 0

    init(isPretty: Bool) { self.isPretty = isPretty }

    mutating func write(_ value: JSON) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): write(value)
        case .double(let value) where !value.isFinite: bytes.append(contentsOf: "null".utf8)
        case .double(let value): append(room: Int(HERALD_JSON_NUMBER_ROOM)) { herald_json_write_double(value, $0) }
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

    mutating func write(_ number: Int64) {
        append(room: Int(HERALD_JSON_NUMBER_ROOM)) { herald_json_write_integer(number, $0) }
    }

    mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in utf8.withMemoryRebound(to: CChar.self) { write($0) } }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ text: UnsafeBufferPointer<CChar>) {
        var rest = text[...]
        var isASCII = true
        while let start = UnsafeBufferPointer(rebasing: rest).baseAddress {
            let plain = rest.prefix(herald_json_plain(start, rest.count, &isASCII))
            bytes.append(contentsOf: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: plain)))
            rest = rest[plain.endIndex...]
            guard let byte = rest.popFirst() else { return }
            append(room: Int(HERALD_JSON_ESCAPE_ROOM)) { herald_json_write_escape(byte, $0) }
        }
    }

    /// Appends what `body` writes into the room that it is given, as long as it says.
    private mutating func append(room: Int, _ body: (UnsafeMutablePointer<CChar>) -> Int) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
            guard let start = buffer.baseAddress else { return }
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: body(start)))
        }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as compact JSON text.
    public var description: String { text }
}
