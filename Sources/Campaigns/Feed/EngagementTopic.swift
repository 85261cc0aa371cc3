/// Maps what a card calls an element to what the server takes as an engagement topic.
package enum EngagementTopic {
    /// The server's limit on a topic in characters.
    static let maximumLength = 64
    /// How much of a longer topic stays in front of `_` and eight digits of its hash.
    private static let keptLength = 55

    /// `name` with every character outside `[A-Za-z0-9_-]` as `_`; over 64 characters the end becomes a hash.
    ///
    /// The hash is FNV-1a (32 bits) of the whole original name, so that long names that differ late stay apart.
    package static func wire(_ name: String) -> String {
        let characters = name.unicodeScalars.map { isAllowed($0) ? Character($0) : "_" }
        guard characters.count > maximumLength else { return String(characters) }
        return String(characters.prefix(keptLength)) + "_" + hash(name)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    private static func hash(_ name: String) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
