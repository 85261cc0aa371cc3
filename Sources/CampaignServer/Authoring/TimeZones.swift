import Values

/// Names of the time zone database of a machine.
struct TimeZones: Sendable {
    static let system = TimeZones(folder: "/usr/share/zoneinfo")
    /// Fewer are a part of the database, and say nothing of a name that is not among them.
    private static let fewest = 100

    /// `nil` when the machine has no whole database.
    let names: Set<String>?

    /// Blocks for as long as the disk takes.
    init(folder: String) {
        var names: Set<String> = []
        Self.collect(in: folder, "", into: &names)
        // Names of old, which some systems have in this file alone.
        for line in (try? TextFile.read("\(folder)/tzdata.zi"))?.split(separator: UInt8(ascii: "\n")) ?? [] {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
            guard let first = words.first?.first, words[0].count == 1 else { continue }
            switch first {
            case UInt8(ascii: "Z") where words.count > 1: names.insert(String(decoding: words[1], as: UTF8.self))
            case UInt8(ascii: "L") where words.count > 2: names.insert(String(decoding: words[2], as: UTF8.self))
            default: break
            }
        }
        self.names = names.count < Self.fewest ? nil : names
    }

    /// Whether it is a name, as far as can be known here.
    func contains(_ name: String) -> Bool { Self.isName(name) && names?.contains(name) != false }

    func hint(for name: String) -> String {
        let names = (names ?? []).sorted()
        let near = names.first { $0.hasSuffix("/\(name)") } ?? Suggestion.closest(to: name, among: names)
        return near.map { "did you mean \"\($0)\"?" } ?? "write it like \"Europe/Berlin\", or \"UTC\""
    }

    private static func collect(in folder: String, _ prefix: String, into names: inout Set<String>) {
        // Folders of the database are three deep; other files in it have small letters.
        for entry in AuthoringTexts.names(in: folder) ?? [] where isName(prefix + entry) {
            names.insert(prefix + entry)
            if !entry.contains(".") { collect(in: "\(folder)/\(entry)", "\(prefix)\(entry)/", into: &names) }
        }
    }

    /// The outer form of a name of the time zone database.
    private static func isName(_ text: String) -> Bool {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return (1...3).contains(parts.count)
            && parts.allSatisfy { part in
                part.first.map(letters.contains) == true
                    && part.allSatisfy { byte in
                        letters.contains(byte & 0xDF) || (0x30...0x39).contains(byte) || "_+-".utf8.contains(byte)
                    }
            }
    }
}
