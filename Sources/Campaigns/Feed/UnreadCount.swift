package import Values

/// The server's count of unread items with the version that orders counts.
package struct UnreadCount: Sendable, Hashable {
    package var count: Int64
    package var version: Int64

    package init(count: Int64, version: Int64) {
        self.count = count
        self.version = version
    }

    /// Reads `{"count", "version"}`.
    package static func read(_ wire: JSON) -> UnreadCount? {
        guard let count = wire["count"].int, count >= 0 else { return nil }
        return UnreadCount(count: count, version: wire["version"].int ?? 0)
    }

    /// Whether this replaces `other`: an older or repeated count never does.
    package func supersedes(_ other: UnreadCount?) -> Bool {
        other.map { version > $0.version } ?? true
    }
}
