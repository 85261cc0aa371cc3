internal import CCrypto
internal import Values

/// Names a script or style by its content, as a Content Security Policy does.
enum ContentHash {
    /// `'sha256-…'`; CSP Level 3, §2.3.1.
    static func source(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(bytes, bytes.count, &digest)
        return "'sha256-\(Base64.encode(digest))'"
    }
}
