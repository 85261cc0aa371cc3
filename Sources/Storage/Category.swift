/// A name under which templates and feed items are grouped.
package struct Category: Sendable, Hashable {
    package var id: String
    /// Unique; feed items carry it as `templateCategory`.
    package var name: String
    /// The `description` of the wire.
    package var text: String?
    /// Unix seconds.
    package var createdAt: Int64
    /// Unix seconds.
    package var updatedAt: Int64

    package init(id: String, name: String, text: String?, createdAt: Int64, updatedAt: Int64) {
        self.id = id
        self.name = name
        self.text = text
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
