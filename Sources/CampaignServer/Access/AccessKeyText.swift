package import Storage
package import Values

/// How keys look: `hek_` or `hak_` and 160 random bits.
package enum AccessKeyText {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let digits = 32

    /// A new key.
    package static func make(_ kind: AccessKey.Kind, random: any RandomSource) -> String {
        var text: [UInt8] = []
        while text.count < digits {
            var bits = random.next()
            // Twelve digits of five bits each; the four bits that are left over are dropped.
            for _ in 0..<12 where text.count < digits {
                text.append(alphabet[Int(bits & 31)])
                bits >>= 5
            }
        }
        return prefix(kind) + String(decoding: text, as: UTF8.self)
    }

    /// What is stored of a key: SHA-256 in lower-case hexadecimal.
    package static func digest(_ key: String) -> String { Digest.sha256Text(key) }

    private static func prefix(_ kind: AccessKey.Kind) -> String {
        switch kind {
        case .embed: "hek_"
        case .admin: "hak_"
        }
    }
}
