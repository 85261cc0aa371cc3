internal import Values

/// Finds where in a text the value at a pointer begins, so that errors of meaning have a line like those of syntax.
///
/// The text has been parsed before, so it is taken as well-formed; if it is not, nothing is found.
struct JSONLocator {
    let text: [UInt8]

    /// Offset of the first byte of the value, or of its key.
    func offset(of tokens: [String], key: Bool) -> Int? {
        var place = skipBlanks(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        var keyPlace: Int?
        for token in tokens {
            guard place < text.count else { return nil }
            switch text[place] {
            case UInt8(ascii: "{"):
                guard let member = member(token, ofObjectAt: place) else { return nil }
                (keyPlace, place) = member
            case UInt8(ascii: "["):
                guard let index = Int(token), let element = element(index, ofArrayAt: place) else { return nil }
                (keyPlace, place) = (nil, element)
            default: return nil
            }
        }
        let found = key ? keyPlace ?? place : place
        return found < text.count ? found : nil
    }

    /// Of a repeated key the last one counts, as in the parser.
    private func member(_ name: String, ofObjectAt start: Int) -> (key: Int, value: Int)? {
        var found: (key: Int, value: Int)?
        var place = skipBlanks(start + 1)
        while place < text.count, text[place] == UInt8(ascii: "\"") {
            let end = skipString(place)
            let value = skipBlanks(skipBlanks(end) + 1)
            guard value < text.count else { return nil }
            if let key = try? JSONText.parse(Array(text[place..<end])), key.string == name { found = (place, value) }
            place = skipBlanks(skipValue(value))
            guard place < text.count, text[place] == UInt8(ascii: ",") else { break }
            place = skipBlanks(place + 1)
        }
        return found
    }

    private func element(_ index: Int, ofArrayAt start: Int) -> Int? {
        var place = skipBlanks(start + 1)
        for _ in 0..<max(index, 0) {
            place = skipBlanks(skipValue(place))
            guard place < text.count, text[place] == UInt8(ascii: ",") else { return nil }
            place = skipBlanks(place + 1)
        }
        return place
    }

    private func skipBlanks(_ start: Int) -> Int {
        var place = start
        while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
        return place
    }

    /// The offset after the string that begins at `start`.
    private func skipString(_ start: Int) -> Int {
        var place = start + 1
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, text.count)
    }

    /// The offset after the value that begins at `start`.
    private func skipValue(_ start: Int) -> Int {
        var place = start
        var depth = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""):
                place = skipString(place)
                if depth == 0 { return place }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
                place += 1
                if depth == 0 { return place }
            case UInt8(ascii: ","):
                if depth == 0 { return place }
                place += 1
            default:
                place += 1
            }
        }
        return place
    }
}
