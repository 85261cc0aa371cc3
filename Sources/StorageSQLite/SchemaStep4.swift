/// Version 4 of the tables: push notifications.
enum SchemaStep4 {
    static let statements = [
        """
        CREATE TABLE push_notifications (
            id TEXT PRIMARY KEY, notification_id TEXT NOT NULL, campaign_id TEXT,
            receiver TEXT NOT NULL REFERENCES users (id), template_id TEXT NOT NULL, template_version INTEGER NOT NULL,
            channel_id TEXT NOT NULL, category TEXT, label TEXT, tags TEXT NOT NULL, alternative_text TEXT,
            data_type TEXT NOT NULL, variables TEXT NOT NULL, tag TEXT, content TEXT NOT NULL,
            sent_at INTEGER NOT NULL, delivered_at INTEGER, clicked_at INTEGER
        ) STRICT
        """,
        "CREATE INDEX push_notifications_sent ON push_notifications (receiver, sent_at, id)",
        "CREATE INDEX push_notifications_all_sent ON push_notifications (sent_at, id)",
        "CREATE INDEX push_notifications_send ON push_notifications (notification_id, receiver)",
        """
        CREATE TABLE push_engagements (
            push_id TEXT NOT NULL REFERENCES push_notifications (id), topic TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (push_id, topic)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
