/// Version 3 of the tables: items and users can be removed in a time that does not grow with all the rest.
enum SchemaStep3 {
    static let statements = [
        "CREATE INDEX feed_events_item ON feed_events (item_id)",
        "CREATE INDEX engagements_user ON engagements (user_id, created_at, id)",
    ]
}
