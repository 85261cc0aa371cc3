internal import Campaigns
internal import Values

/// Lists that are short enough to be read whole, such as categories and templates.
enum CatalogPages {
    /// The first `limit` entries, or all of them.
    static func all<Entry: Sendable>(
        _ limit: Int?,
        _ page: (PageCursor?) async throws(HeraldError) -> WirePage<Entry>
    ) async throws(HeraldError) -> [Entry] {
        var entries: [Entry] = []
        var seen: Set<PageCursor> = []
        var cursor: PageCursor?
        repeat {
            let next = try await page(cursor)
            entries += next.entries
            cursor = next.next
            // A server that sends the same place again must not keep the script here for ever.
            if let place = cursor, !seen.insert(place).inserted { cursor = nil }
        } while limit == nil && cursor != nil
        return entries
    }
}
