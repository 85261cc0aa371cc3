import Storage
import Values

/// Makes and judges user tokens: `hut_<expiry, generation and user>.<HMAC-SHA256>`, both in base 64 for URLs.
struct UserTokens: Sendable {
    /// A token as it is handed out.
    struct Minted: Sendable {
        var token: String
        var user: String
        /// Unix seconds.
        var expiresAt: Int64

        /// The token as it is handed out, with what it says.
        var json: JSON { ["token": .string(token), "user": .string(user), "expiresAt": .int(expiresAt)] }
    }

    /// What a good token says.
    struct Claim: Sendable, Hashable {
        var user: String
        /// See `UserStanding.tokenGeneration`.
        var generation: Int64
        /// Unix seconds.
        var expiresAt: Int64
    }

    /// A day: enough for a run, short for a text that lies in a file.
    static let defaultSeconds: Int64 = 86_400
    /// A year.
    static let maximumSeconds: Int64 = 366 * 86_400
    /// Words of 64 random bits in the secret that signs.
    private static let secretWords = 4
    private static let prefix = "hut_"
    /// Goes into every signature, so that a token of another form is never taken for one of this.
    private static let form = "2."
    /// Longer ones are not looked at.
    private static let maximumBytes = 1024

    private let secret: [UInt8]
    private let clock: any HeraldClock

    /// Takes the secret that signs; it is kept by the store.
    init(secret: [UInt8], clock: any HeraldClock) {
        self.secret = secret
        self.clock = clock
    }

    /// Tokens of a store: its secret is made with the first of them, and kept so that tokens survive a restart.
    static func kept(
        in store: any CampaignStore,
        random: any RandomSource,
        clock: any HeraldClock
    ) async throws(HeraldError) -> UserTokens {
        let bytes = (0..<secretWords).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
        do {
            let secret = try await store.ensureMeta(.tokenSecret, Digest.hexadecimal(bytes))
            return UserTokens(secret: Array(secret.utf8), clock: clock)
        } catch {
            throw HeraldError(error)
        }
    }

    func mint(user: String, generation: Int64, seconds: Int64 = defaultSeconds) -> Minted {
        let expiresAt = clock.wallSeconds + min(max(1, seconds), Self.maximumSeconds)
        let content = Self.prefix + Base64.encode("\(expiresAt):\(generation):\(user)".utf8, alphabet: .urlSafe)
        let signature = Base64.encode(sign(content), alphabet: .urlSafe)
        return Minted(token: "\(content).\(signature)", user: user, expiresAt: expiresAt)
    }

    /// A token for a user, who is made if unknown.
    func mint(for user: String, in store: any CampaignStore, seconds: Int64 = defaultSeconds) async throws -> Minted {
        _ = try await store.ensureUser(user, name: nil)
        let generation = try await store.standing(of: user)?.tokenGeneration ?? 0
        return mint(user: user, generation: generation, seconds: seconds)
    }

    /// What a token says that we signed and that has not expired; it may have been revoked.
    func claim(of token: String) -> Claim? {
        guard token.utf8.count <= Self.maximumBytes, token.hasPrefix(Self.prefix) else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let signature = try? Base64.decode(String(parts[1]), alphabet: .urlSafe),
            Digest.areEqual(signature, sign(String(parts[0])))
        else { return nil }
        guard let bytes = try? Base64.decode(String(parts[0].dropFirst(Self.prefix.count)), alphabet: .urlSafe),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        let words = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let expiresAt = Int64(words[0]), expiresAt > clock.wallSeconds,
            let generation = Int64(words[1])
        else { return nil }
        return Claim(user: String(words[2]), generation: generation, expiresAt: expiresAt)
    }

    private func sign(_ content: String) -> [UInt8] {
        Digest.signature(of: Array((Self.form + content).utf8), key: secret)
    }
}
