/// A person who receives feed items and holds sessions.
package struct User: Sendable, Hashable {
    /// The caller's own identifier, `uid` on the wire.
    package var id: String
    package var name: String?
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds of the last change of the name.
    package var updatedAt: Int64

    package init(id: String, name: String?, createdAt: Int64, updatedAt: Int64) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// What is read of a user with every request.
package struct UserStanding: Sendable, Hashable {
    /// The number that tokens of the user carry as long as they are good; another one after the user was erased.
    package var tokenGeneration: Int64
    /// Rises with every change to the user's items.
    package var feedVersion: Int64

    package init(tokenGeneration: Int64, feedVersion: Int64) {
        self.tokenGeneration = tokenGeneration
        self.feedVersion = feedVersion
    }
}
