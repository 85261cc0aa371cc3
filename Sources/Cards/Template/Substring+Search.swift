extension Substring {
    /// Without blanks and line ends at both ends.
    var trimmingBlanks: Substring {
        var text = self
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }

    /// The first place of an ASCII text.
    func range(of needle: StaticString) -> Range<Index>? {
        let pattern = Array("\(needle)".utf8)
        var place = startIndex
        while place < endIndex {
            if utf8[place...].starts(with: pattern) {
                return place..<utf8.index(place, offsetBy: pattern.count)
            }
            place = utf8.index(after: place)
        }
        return nil
    }

    /// The last place of an ASCII text.
    func lastRange(of needle: StaticString) -> Range<Index>? {
        var found: Range<Index>?
        var rest = self
        while let range = rest.range(of: needle) {
            found = range
            rest = rest[range.upperBound...]
        }
        return found
    }
}

extension String {
    /// Whether nothing but blanks is in it.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
