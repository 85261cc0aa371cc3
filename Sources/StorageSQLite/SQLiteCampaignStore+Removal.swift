package import Storage
internal import Values

extension SQLiteCampaignStore {
    package func eraseUser(_ id: String) async throws -> Bool {
        try await write { connection in
            guard try Self.user(id, on: connection) != nil else { return false }
            let ownItems = "SELECT id FROM feed_items WHERE receiver = ?"
            let ownEngagements = "SELECT id FROM engagements WHERE user_id = ?"
            for statement in [
                "DELETE FROM feed_events WHERE receiver = ?",
                "DELETE FROM feed_engagements WHERE item_id IN (\(ownItems))",
                "DELETE FROM feed_items WHERE receiver = ?",
                "DELETE FROM push_engagements WHERE push_id IN (SELECT id FROM push_notifications WHERE receiver = ?)",
                "DELETE FROM push_notifications WHERE receiver = ?",
                "DELETE FROM chat_messages WHERE engagement_id IN (\(ownEngagements))",
                "DELETE FROM engagements WHERE user_id = ?",
                "DELETE FROM replies WHERE scope = 'user:' || ?",
                "DELETE FROM users WHERE id = ?",
            ] {
                try connection.run(statement, [.text(id)])
            }
            return true
        }
    }

    package func purgeFeed(sentBefore time: Int64, limit: Int) async throws -> Int {
        try await write { connection in
            let old = try connection.rows(
                "SELECT id FROM feed_items WHERE sent_at < ? ORDER BY sent_at, id LIMIT ?",
                [.int(time), SQLValue(limit)]
            ) { $0.text() }
            for id in old {
                try connection.run("DELETE FROM feed_events WHERE item_id = ?", [.text(id)])
                try connection.run("DELETE FROM feed_engagements WHERE item_id = ?", [.text(id)])
                try connection.run("DELETE FROM feed_items WHERE id = ?", [.text(id)])
            }
            return old.count
        }
    }

    package func engagementTopics(of user: String) async throws -> [ItemTopic] {
        try await read { connection in
            try connection.rows(
                """
                SELECT item_id, topic, feed_engagements.created_at FROM feed_engagements
                JOIN feed_items ON feed_items.id = item_id WHERE receiver = ?
                ORDER BY feed_engagements.created_at, item_id, topic
                """,
                [.text(user)]
            ) { row in
                let (item, topic) = (row.text(), row.text())
                return ItemTopic(item: item, topic: topic.isEmpty ? nil : topic, at: row.int())
            }
        }
    }

    package func backup(to copy: String) async throws {
        let path = path
        try await BlockingWork.run { () throws(HeraldError) in
            // SQLite fills an empty file that is there; this way it is never readable by others.
            let file = try DatabaseFile(path: copy)
            try file.createNew()
            let connection = try Connection(path: path)
            defer { connection.close() }
            do throws(HeraldError) {
                try connection.run("VACUUM INTO ?", [.text(copy)])
            } catch {
                file.remove()
                throw error
            }
        }
    }
}
