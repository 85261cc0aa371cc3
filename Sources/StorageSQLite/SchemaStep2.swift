/// Version 2 of the tables: seen apart from read, replies that are kept, rights of keys, tokens that can be revoked.
enum SchemaStep2 {
    static let statements = [
        "ALTER TABLE feed_items ADD COLUMN seen_at INTEGER",
        // What was read before there was this column was seen, too.
        "UPDATE feed_items SET seen_at = read_at WHERE read_at IS NOT NULL",
        """
        CREATE INDEX feed_items_unseen ON feed_items (receiver, expires_at)
        WHERE seen_at IS NULL AND deleted_at IS NULL
        """,
        // No rights means all of them, as keys had before.
        "ALTER TABLE access_keys ADD COLUMN rights TEXT",
        // A user's tokens carry this number; raising it revokes them.
        "ALTER TABLE users ADD COLUMN token_generation INTEGER NOT NULL DEFAULT 0",
        """
        CREATE TABLE replies (
            scope TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER NOT NULL,
            body TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (scope, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX replies_created ON replies (created_at)",
    ]
}
