/// Version 5 of the tables: every change of a user's items raises the version of the feed, and the unread count is kept.
enum SchemaStep5 {
    static let statements = [
        // Items without a time of expiry, or before it; see `feed_items_expiring` for the others.
        "ALTER TABLE users ADD COLUMN unread INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE users SET unread = (
            SELECT count(*) FROM feed_items WHERE receiver = users.id AND read_at IS NULL AND deleted_at IS NULL)
        """,
        """
        CREATE INDEX feed_items_expiring ON feed_items (receiver, expires_at)
        WHERE read_at IS NULL AND deleted_at IS NULL AND expires_at IS NOT NULL
        """,
        trigger("added", after: "INSERT", of: "new", change: isUnread("new")),
        trigger("changed", after: "UPDATE", of: "new", change: "\(isUnread("new")) - \(isUnread("old"))"),
        trigger("removed", after: "DELETE", of: "old", change: "-\(isUnread("old"))"),
    ]

    /// 1 for an unread item, whether it has expired or not.
    private static func isUnread(_ row: String) -> String { "(\(row).read_at IS NULL AND \(row).deleted_at IS NULL)" }

    private static func trigger(_ name: String, after event: String, of row: String, change: String) -> String {
        """
        CREATE TRIGGER feed_items_\(name) AFTER \(event) ON feed_items BEGIN
            UPDATE users SET feed_version = feed_version + 1, unread = unread + \(change) WHERE id = \(row).receiver;
        END
        """
    }
}
