/// A key that opens the server; only its digest is kept.
package struct AccessKey: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// Names the application; `/v1` only, public.
        case embed
        /// Everything; secret.
        case admin
    }

    /// What an admin key allows.
    package enum Right: String, Sendable, CaseIterable {
        /// Everything of everybody, and the catalog.
        case read
        /// Messages to users' feeds.
        case send
        /// Categories, templates, feed channels and authoring files, to write.
        case catalog
        /// To act for users, to mark and delete their items, and to make their tokens.
        case users

        package static let all = Set(allCases)
    }

    package var id: String
    package var kind: Kind
    /// SHA-256 of the key in lower-case hexadecimal.
    package var digest: String
    /// Words for people.
    package var label: String?
    /// All of them unless the key was made with less; an embed key makes no use of them.
    package var rights: Set<Right>
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds; a revoked key opens nothing.
    package var revokedAt: Int64?

    package init(
        id: String,
        kind: Kind,
        digest: String,
        label: String?,
        rights: Set<Right> = Right.all,
        createdAt: Int64,
        revokedAt: Int64?
    ) {
        self.id = id
        self.kind = kind
        self.digest = digest
        self.label = label
        self.rights = rights
        self.createdAt = createdAt
        self.revokedAt = revokedAt
    }
}
