/// What counts as a user's id.
enum UserID {
    /// Longest id in bytes.
    static let maximumBytes = 256

    /// Whether the text can be an id: not empty, not too long, no control characters, no blanks at the ends.
    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= maximumBytes else { return false }
        return first != 0x20 && last != 0x20 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
