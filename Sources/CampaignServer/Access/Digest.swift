private import CCrypto

/// Hashes and signatures by libcrypto.
enum Digest {
    static func sha1(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha1()) }

    static func sha256(_ bytes: [UInt8]) -> [UInt8] { hash(bytes, EVP_sha256()) }

    /// SHA-256 as 64 lower-case hexadecimal digits.
    static func sha256Text(_ text: String) -> String { hexadecimal(sha256(Array(text.utf8))) }

    /// HMAC-SHA256 of RFC 2104.
    static func signature(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard HMAC(EVP_sha256(), key, Int32(clamping: key.count), bytes, bytes.count, &result, &length) != nil else {
            return []
        }
        return Array(result.prefix(Int(length)))
    }

    /// Whether two values are the same, in a time that does not depend on where they differ.
    static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && !left.isEmpty && CRYPTO_memcmp(left, right, left.count) == 0
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func hash(_ bytes: [UInt8], _ algorithm: OpaquePointer?) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        // Fails only when memory is gone; an empty result then compares equal to nothing.
        guard EVP_Digest(bytes, bytes.count, &result, &length, algorithm, nil) == 1 else { return [] }
        return Array(result.prefix(Int(length)))
    }
}
