/// Version 1 of the tables.
enum SchemaStep1 {
    static let statements = server + catalog + feed + engagements

    private static let server = [
        """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE access_keys (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, label TEXT,
            created_at INTEGER NOT NULL, revoked_at INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE users (
            id TEXT PRIMARY KEY, name TEXT, feed_version INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]

    private static let catalog = [
        """
        CREATE TABLE categories (
            id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, description TEXT,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE feed_channels (
            id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, type TEXT NOT NULL,
            enabled INTEGER NOT NULL, metadata TEXT NOT NULL,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE templates (
            id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, category TEXT, label TEXT,
            alternative_text TEXT, tags TEXT NOT NULL, status TEXT NOT NULL, current_version INTEGER NOT NULL,
            config TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE template_versions (
            template_id TEXT NOT NULL REFERENCES templates (id), version INTEGER NOT NULL, channels TEXT NOT NULL,
            variables TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (template_id, version)
        ) STRICT
        """,
        """
        CREATE TABLE web_campaigns (
            id TEXT PRIMARY KEY, position INTEGER NOT NULL, name TEXT NOT NULL, locale TEXT, channels TEXT NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE authored_messages (
            id TEXT PRIMARY KEY, notification_id TEXT NOT NULL, applied_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]

    private static let feed = [
        """
        CREATE TABLE feed_items (
            id TEXT PRIMARY KEY, notification_id TEXT NOT NULL, campaign_id TEXT,
            receiver TEXT NOT NULL REFERENCES users (id), template_id TEXT NOT NULL, template_version INTEGER NOT NULL,
            channel_type TEXT NOT NULL, channel_id TEXT NOT NULL, template_category TEXT, category_id TEXT, label TEXT,
            tags TEXT NOT NULL, alternative_text TEXT, data_type TEXT NOT NULL, variables TEXT NOT NULL,
            metadata TEXT NOT NULL, category_filter INTEGER NOT NULL, sent_at INTEGER NOT NULL,
            created_at INTEGER NOT NULL, delivered_at INTEGER, read_at INTEGER, interacted_at INTEGER,
            expires_at INTEGER, deleted_at INTEGER, content TEXT
        ) STRICT
        """,
        "CREATE INDEX feed_items_sent ON feed_items (receiver, sent_at, id)",
        "CREATE INDEX feed_items_created ON feed_items (receiver, created_at, id)",
        // With the time of expiry the index alone answers the unread count.
        """
        CREATE INDEX feed_items_unread ON feed_items (receiver, sent_at, id, expires_at)
        WHERE read_at IS NULL AND deleted_at IS NULL
        """,
        "CREATE INDEX feed_items_all_sent ON feed_items (sent_at, id)",
        """
        CREATE TABLE feed_engagements (
            item_id TEXT NOT NULL REFERENCES feed_items (id), topic TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (item_id, topic)
        ) STRICT, WITHOUT ROWID
        """,
        // AUTOINCREMENT: an offset is never used again, even when the newest events were removed.
        """
        CREATE TABLE feed_events (
            offset INTEGER PRIMARY KEY AUTOINCREMENT, receiver TEXT NOT NULL REFERENCES users (id),
            action TEXT NOT NULL, item_id TEXT NOT NULL REFERENCES feed_items (id), created_at INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX feed_events_receiver ON feed_events (receiver, offset)",
    ]

    private static let engagements = [
        """
        CREATE TABLE engagements (
            id TEXT PRIMARY KEY, channel TEXT NOT NULL, campaign_id TEXT, entry_id TEXT,
            user_id TEXT NOT NULL REFERENCES users (id), agent TEXT, status TEXT NOT NULL,
            sequence INTEGER NOT NULL DEFAULT 0, read_sequence INTEGER NOT NULL DEFAULT 0, end_reason TEXT,
            created_at INTEGER NOT NULL, ended_at INTEGER
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE chat_messages (
            engagement_id TEXT NOT NULL REFERENCES engagements (id), sequence INTEGER NOT NULL, id TEXT NOT NULL,
            author_kind TEXT NOT NULL, author_name TEXT NOT NULL, text TEXT NOT NULL, token TEXT,
            sent_at INTEGER NOT NULL,
            PRIMARY KEY (engagement_id, sequence)
        ) STRICT
        """,
        """
        CREATE UNIQUE INDEX chat_messages_token ON chat_messages (engagement_id, token) WHERE token IS NOT NULL
        """,
    ]
}
