/// Writes JSON text piece by piece, where a tree of values would be made only to be written.
///
/// The caller opens and closes what it writes in the right order; commas come by themselves. Names of members are
/// constants that need no escape.
package struct JSONTextBuilder {
    private var writer = JSONWriter(isPretty: false)
    private var needsComma = false

    /// An empty text with room for so many bytes.
    package init(room: Int = 0) { writer.bytes.reserveCapacity(room) }

    /// What was written so far.
    package var bytes: [UInt8] { writer.bytes }

    /// The finished text.
    package var written: WrittenJSON { WrittenJSON(unchecked: writer.bytes) }

    package mutating func openObject() { open(UInt8(ascii: "{")) }

    package mutating func closeObject() { close(UInt8(ascii: "}")) }

    package mutating func openArray() { open(UInt8(ascii: "[")) }

    package mutating func closeArray() { close(UInt8(ascii: "]")) }

    /// A member's name; its value is written next.
    package mutating func name(_ name: StaticString) {
        separate()
        writer.bytes.append(UInt8(ascii: "\""))
        writer.bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        writer.bytes.append(UInt8(ascii: "\""))
        writer.bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ value: JSON) {
        separate()
        writer.write(value)
        needsComma = true
    }

    package mutating func value(_ value: WrittenJSON) {
        separate()
        writer.bytes.append(contentsOf: value.bytes)
        needsComma = true
    }

    package mutating func member(_ name: StaticString, _ value: JSON) {
        self.name(name)
        self.value(value)
    }

    package mutating func member(_ name: StaticString, _ value: WrittenJSON) {
        self.name(name)
        self.value(value)
    }

    /// A text, or `null`.
    package mutating func member(_ name: StaticString, _ value: String?) {
        self.name(name)
        if let value { writer.write(value) } else { writer.write(.null) }
        needsComma = true
    }

    /// A whole number, or `null`.
    package mutating func member(_ name: StaticString, _ value: Int64?) {
        self.name(name)
        if let value { writer.write(value) } else { writer.write(.null) }
        needsComma = true
    }

    private mutating func open(_ mark: UInt8) {
        separate()
        writer.bytes.append(mark)
        needsComma = false
    }

    private mutating func close(_ mark: UInt8) {
        writer.bytes.append(mark)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { writer.bytes.append(UInt8(ascii: ",")) }
    }
}

extension WrittenJSON {
    /// The text that a function writes.
    package static func building(_ write: (inout JSONTextBuilder) -> Void) -> WrittenJSON {
        var text = JSONTextBuilder()
        write(&text)
        return text.written
    }
}
