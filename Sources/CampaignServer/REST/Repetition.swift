import Storage
import Values

/// One effect for a call that comes several times: the header `Idempotency-Key`.
enum Repetition {
    static let header = "idempotency-key"
    /// Longest key.
    private static let keyBytes = 255

    /// Asks the store to keep the reply of a creating call, when the caller named it.
    static func recording<Outcome: Sendable>(
        _ routed: RoutedRequest,
        _ reply: @escaping @Sendable (Outcome) -> ServerReply
    ) throws(RequestFault) -> ReplyRecording<Outcome>? {
        guard let key = try key(of: routed) else { return nil }
        return ReplyRecording(key: key) { outcome in
            let reply = reply(outcome)
            return StoredReply(status: reply.status, body: String(decoding: reply.body, as: UTF8.self))
        }
    }

    /// A reply of before, to the byte.
    static func reply(_ stored: StoredReply) -> ServerReply {
        .json(stored.status, text: Array(stored.body.utf8))
    }

    private static func key(of routed: RoutedRequest) throws(RequestFault) -> ReplyKey? {
        let request = routed.request
        guard let key = request.header(header) else { return nil }
        guard (1...keyBytes).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .validation("Idempotency-Key must be 1 to \(keyBytes) characters of ASCII")
        }
        // Admin keys share a scope: the key of one run may be gone when the call is repeated.
        let scope = routed.caller.user.map { "user:\($0)" } ?? "admin"
        var content = Array("\(request.method)\n\(request.path)\n\(request.query)\n".utf8)
        content += request.body
        return ReplyKey(scope: scope, key: key, fingerprint: Digest.hexadecimal(Digest.sha256(content)))
    }
}

extension Recorded {
    /// The reply to the call, which a repetition repeats.
    func reply(_ new: (Outcome) -> ServerReply) -> ServerReply {
        switch self {
        case .new(let outcome): new(outcome)
        case .replayed(let stored): Repetition.reply(stored)
        }
    }
}
