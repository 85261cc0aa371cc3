/// Names for files that strangers suggest: what is saved under one is a plain file in the folder it is meant for.
package enum FileName {
    /// Longest name in bytes: file systems take 255, and a number may be added.
    private static let longest = 200
    /// An ending that is longer is no ending.
    private static let longestEnding = 20

    /// Names that Windows takes for devices, whatever ends them: a folder may lie on a disk that it reads.
    private static let devices: Set<String> = {
        var names: Set<String> = ["aux", "con", "conin$", "conout$", "nul", "prn"]
        for number in "0123456789¹²³" { names.formUnion(["com\(number)", "lpt\(number)"]) }
        return names
    }()

    /// Whether a name says which folder to go to.
    package static func namesFolder(_ name: String) -> Bool {
        name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
            || [".", ".."].contains(name)
    }

    /// The name itself where it is plain, else one like it that every file system takes and nothing treats in a special
    /// way: hidden files, devices, names that look like a flag or end in a blank.
    package static func safe(_ text: String) -> String {
        var name = String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
        while let last = name.utf8.last, last == 0x20 || last == UInt8(ascii: ".") { name.removeLast() }
        while name.utf8.first == 0x20 { name.removeFirst() }
        guard !name.isEmpty else { return "download" }
        if let first = name.utf8.first, [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "~")].contains(first) {
            name = "_\(name.dropFirst())"
        }
        let stem = name.prefix { $0 != "." }
        if devices.contains(stem.lowercased().filter { $0 != " " }) { name = "_\(name)" }
        return shortened(name)
    }

    /// The name with a number before its ending, for one that is taken.
    package static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, ending) = split(name)
        return "\(stem) (\(number))\(ending)"
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let (stem, ending) = split(name)
        var short = ""
        var room = longest - ending.utf8.count
        for character in stem {
            room -= character.utf8.count
            guard room >= 0 else { break }
            short.append(character)
        }
        return short.isEmpty ? "download\(ending)" : short + ending
    }

    private static func split(_ name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
            name[dot...].utf8.count <= longestEnding
        else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0: false
        case 0x80...:
            !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isBidiControl
                && (scalar.value & 0xFFFE != 0xFFFE) && scalar.properties.generalCategory != .lineSeparator
                && scalar.properties.generalCategory != .paragraphSeparator
        default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
        }
    }
}
