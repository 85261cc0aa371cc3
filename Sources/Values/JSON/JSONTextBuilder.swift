/// Writes JSON text piece by piece, where a tree of values would be made only to be written.
///
/// The caller opens and closes what it writes in the right order; commas come by themselves. Names of members are
/// constants that need no escape.
package struct JSONTextBuilder {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text with room for so many bytes.
    package init(room: Int = 0) { bytes.reserveCapacity(room) }

    /// The finished text.
    package var written: WrittenJSON { WrittenJSON(unchecked: bytes) }

    package mutating func openObject() { open(UInt8(ascii: "{")) }

    package mutating func closeObject() { close(UInt8(ascii: "}")) }

    package mutating func openArray() { open(UInt8(ascii: "[")) }

    package mutating func closeArray() { close(UInt8(ascii: "]")) }

    /// A member's name; its value is written next.
    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func value(_ value: JSON) {
        separate()
        value.write(to: &bytes)
        needsComma = true
    }

    package mutating func value(_ value: WrittenJSON) {
        separate()
        bytes.append(contentsOf: value.bytes)
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
    package mutating func member(_ name: StaticString, _ value: String?) { member(name, JSON(value)) }

    /// A whole number, or `null`.
    package mutating func member(_ name: StaticString, _ value: Int64?) { member(name, JSON(value)) }

    private mutating func open(_ mark: UInt8) {
        separate()
        bytes.append(mark)
        needsComma = false
    }

    private mutating func close(_ mark: UInt8) {
        bytes.append(mark)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }
}
