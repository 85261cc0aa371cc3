import Values

/// Makes and judges user tokens: `hut_<user and expiry>.<HMAC-SHA256>`, both in base 64 for URLs.
struct UserTokens: Sendable {
    /// A token as it is handed out.
    struct Minted: Sendable {
        var token: String
        var user: String
        /// Unix seconds.
        var expiresAt: Int64
    }

    /// A day: enough for a run, short for a text that lies in a file.
    static let defaultSeconds: Int64 = 86_400
    /// A year.
    static let maximumSeconds: Int64 = 366 * 86_400
    private static let prefix = "hut_"
    /// Longer ones are not looked at.
    private static let maximumBytes = 1024

    private let secret: [UInt8]
    private let clock: any HeraldClock

    /// Takes the secret that signs; it is kept by the store.
    init(secret: [UInt8], clock: any HeraldClock) {
        self.secret = secret
        self.clock = clock
    }

    func mint(user: String, seconds: Int64 = defaultSeconds) -> Minted {
        let expiresAt = clock.wallSeconds + min(max(1, seconds), Self.maximumSeconds)
        let content = Self.prefix + Base64.encode("\(expiresAt):\(user)".utf8, alphabet: .urlSafe)
        let signature = Base64.encode(sign(content), alphabet: .urlSafe)
        return Minted(token: "\(content).\(signature)", user: user, expiresAt: expiresAt)
    }

    /// The user of a token that we signed and that has not expired.
    func user(of token: String) -> String? {
        guard token.utf8.count <= Self.maximumBytes, token.hasPrefix(Self.prefix) else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let signature = try? Base64.decode(String(parts[1]), alphabet: .urlSafe),
            Digest.areEqual(signature, sign(String(parts[0])))
        else { return nil }
        guard let bytes = try? Base64.decode(String(parts[0].dropFirst(Self.prefix.count)), alphabet: .urlSafe),
            let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":"),
            let expiresAt = Int64(text[..<colon]), expiresAt > clock.wallSeconds
        else { return nil }
        return String(text[text.index(after: colon)...])
    }

    private func sign(_ content: String) -> [UInt8] { Digest.signature(of: Array(content.utf8), key: secret) }
}
