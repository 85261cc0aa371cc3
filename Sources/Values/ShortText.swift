/// Text for people, which has an end: what scripts, plugins and servers put into errors and log lines may be as long as they like.
package enum ShortText {
    /// More of a message nobody reads.
    package static let limit = 8192

    /// The text, or its beginning and how long it was.
    package static func of(_ text: String) -> String {
        text.utf8.count <= limit ? text : text.utf8.withContiguousStorageIfAvailable { of($0) } ?? of(Array(text.utf8))
    }

    /// A name in quotes, to be told to whom it came from; a long one is cut.
    package static func quoted(_ name: String) -> String {
        name.utf8.count <= 64 ? "\"\(name)\"" : "\"\(name.prefix(32))…\""
    }

    /// The bytes as text, or the beginning of them.
    package static func of(_ bytes: some RandomAccessCollection<UInt8>) -> String {
        guard bytes.count > limit else { return String(decoding: bytes, as: UTF8.self) }
        var kept = bytes.prefix(limit)
        // Not in the middle of a character.
        while let last = kept.last, last & 0xC0 == 0x80 { kept = kept.dropLast() }
        if let last = kept.last, last >= 0xC0 { kept = kept.dropLast() }
        return "\(String(decoding: kept, as: UTF8.self))… (\(bytes.count) bytes)"
    }
}
