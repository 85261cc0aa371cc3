/// A key that opens the server; only its digest is kept.
package struct AccessKey: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// Names the application; `/v1` only, public.
        case embed
        /// Everything; secret.
        case admin
    }

    package var id: String
    package var kind: Kind
    /// SHA-256 of the key in lower-case hexadecimal.
    package var digest: String
    /// Words for people.
    package var label: String?
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds; a revoked key opens nothing.
    package var revokedAt: Int64?

    package init(id: String, kind: Kind, digest: String, label: String?, createdAt: Int64, revokedAt: Int64?) {
        self.id = id
        self.kind = kind
        self.digest = digest
        self.label = label
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
