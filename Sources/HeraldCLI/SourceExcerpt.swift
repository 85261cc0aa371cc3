/// The part of a line that an error points at: all of it, or what lies around the place when the line is long.
struct SourceExcerpt: Equatable {
    /// Bytes of a line that are shown; a card may well be one line of many thousands.
    private static let longest = 160

    let text: String
    /// What stands before the place; `nil` when the place is not in the line.
    let lead: String?

    /// Takes a line without its end; `column` counts bytes from 1, and one past the last is the end of the line.
    init(_ line: some Collection<UInt8>, column: Int?) {
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        let place = column.flatMap { (1...(bytes.count + 1)).contains($0) ? Self.boundary($0 - 1, in: bytes) : nil }
        let start = Self.boundary(max(0, min((place ?? 0) - Self.longest / 2, bytes.count - Self.longest)), in: bytes)
        let end = Self.boundary(min(bytes.count, start + Self.longest), in: bytes)
        let before = start > 0 ? "…" : ""
        text = before + String(decoding: bytes[start..<end], as: UTF8.self) + (end < bytes.count ? "…" : "")
        lead = place.map { before + String(decoding: bytes[start..<$0], as: UTF8.self) }
    }

    /// The start of the character that `index` lies in.
    private static func boundary(_ index: Int, in bytes: [UInt8]) -> Int {
        var index = index
        while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }
}
