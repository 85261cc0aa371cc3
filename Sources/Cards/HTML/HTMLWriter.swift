/// Writes HTML tags and text; the one place where foreign text is escaped.
///
/// Names of tags and attributes are literals of this program, so only text and values come from a card.
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []

    /// What was written.
    var html: String { String(decoding: bytes, as: UTF8.self) }

    /// An attribute; without a value it stands alone.
    struct Attribute {
        let name: StaticString
        let value: String?
    }

    mutating func open(_ tag: StaticString, _ attributes: [Attribute?] = []) {
        bytes.append(UInt8(ascii: "<"))
        raw(tag)
        for case let attribute? in attributes {
            bytes.append(UInt8(ascii: " "))
            raw(attribute.name)
            guard let value = attribute.value else { continue }
            raw("=\"")
            escape(value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    mutating func close(_ tag: StaticString) {
        raw("</")
        raw(tag)
        bytes.append(UInt8(ascii: ">"))
    }

    mutating func text(_ text: String) { escape(text) }

    mutating func raw(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// A part that this program wrote: style and script.
    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// What another writer wrote.
    mutating func append(_ other: HTMLWriter) { bytes.append(contentsOf: other.bytes) }

    private mutating func escape(_ text: String) {
        var text = text
        text.withUTF8 { escape($0) }
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var place = 0
        while place < text.count {
            guard let (name, length) = Self.replacement(text, place) else {
                place += 1
                continue
            }
            bytes.append(contentsOf: text[start..<place])
            raw(name)
            place += length
            start = place
        }
        bytes.append(contentsOf: text[start...])
    }

    /// What stands for the character that begins here, and how many bytes that takes; `nil` for one that stays.
    private static func replacement(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: Int
    ) -> (name: StaticString, length: Int)? {
        func byte(_ offset: Int) -> UInt8 { place + offset < text.count ? text[place + offset] : 0 }
        switch text[place] {
        case UInt8(ascii: "&"): return ("&amp;", 1)
        case UInt8(ascii: "<"): return ("&lt;", 1)
        case UInt8(ascii: ">"): return ("&gt;", 1)
        case UInt8(ascii: "\""): return ("&quot;", 1)
        case UInt8(ascii: "'"): return ("&#39;", 1)
        case 0x09, 0x0A: return nil
        // A parser would turn it into a line end or two.
        case 0x0D: return ("\n", byte(1) == 0x0A ? 2 : 1)
        case 0..<0x20, 0x7F: return ("\u{FFFD}", 1)
        // U+0080 to U+009F: control characters, too.
        case 0xC2: return (0x80..<0xA0).contains(byte(1)) ? ("\u{FFFD}", 2) : nil
        // U+202A to U+202E: overrides that turn the direction of all that follows.
        case 0xE2: return byte(1) == 0x80 && (0xAA...0xAE).contains(byte(2)) ? ("\u{FFFD}", 3) : nil
        default: return nil
        }
    }
}

extension HTMLWriter.Attribute {
    static func with(_ name: StaticString, _ value: String) -> Self { Self(name: name, value: value) }

    /// `nil`, and so left out, unless the value is there.
    static func with(_ name: StaticString, ifAny value: String?) -> Self? { value.map { Self(name: name, value: $0) } }

    static func flag(_ name: StaticString, if isSet: Bool = true) -> Self? {
        isSet ? Self(name: name, value: nil) : nil
    }

    static func flag(_ name: StaticString, _ value: String, if isSet: Bool) -> Self? {
        isSet ? .with(name, value) : nil
    }
}
