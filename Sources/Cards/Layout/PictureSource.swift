internal import Values

/// Whether a card's picture may be loaded.
package enum PictureSource: Sendable, Hashable {
    /// A URL for the wire.
    case allowed(String)
    /// Why not, for people.
    case refused(String)

    /// Longest picture that a card carries itself, in bytes of its URL.
    package static let longestData = 256 << 10

    /// Over https, or carried by the card itself: `data:image/…`.
    package init(_ text: String) {
        guard !text.isBlank else {
            self = .refused("there is no URL")
            return
        }
        if text.utf8.starts(with: "data:".utf8) {
            self = Self.isPicture(text.utf8.dropFirst(5)) ? .allowed(text) : .refused("it carries no picture")
            return
        }
        do {
            self = .allowed(try URLGate.check(text, schemes: ["https"]).ascii)
        } catch {
            self = .refused(error.message)
        }
    }

    /// `image/…`, perhaps parameters, a comma, and nothing that a URL may not hold; RFC 2397.
    private static func isPicture(_ data: Substring.UTF8View) -> Bool {
        guard data.count <= longestData, data.starts(with: "image/".utf8),
            let comma = data.firstIndex(of: UInt8(ascii: ","))
        else { return false }
        let marks = Set("!$&'()*+,-./:;=?@_~%".utf8)
        let isPlain = data.allSatisfy { byte in
            marks.contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
        return isPlain && data[comma...].count > 1
    }
}
