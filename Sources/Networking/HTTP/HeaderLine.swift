/// One line of an HTTP head.
enum HeaderLine {
    /// Name and value without the blanks around it; `nil` for a line without a colon.
    static func parse(_ line: some StringProtocol) -> (name: String, value: String)? {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return (String(line[..<colon]), trim(line[line.utf8.index(after: colon)...]))
    }

    /// The text without blanks and line ends around it.
    static func trim(_ text: some StringProtocol) -> String {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
        let bytes = text.utf8.drop(while: isBlank)
        return String(decoding: bytes.reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
}
