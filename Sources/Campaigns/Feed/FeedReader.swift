package import Values

/// Reads a feed page by page, each item once, however often and from however many tasks it is asked.
package actor FeedReader {
    private let client: CampaignClient
    private var query: FeedQuery
    private var cursor: PageCursor?
    private var isExhausted = false
    private var seenItems: Set<String> = []
    private var seenCursors: Set<PageCursor> = []
    /// Grows with each restart, so that a page asked for earlier is known to be late.
    private var generation = 0
    private let turn = Turnstile()

    package init(client: CampaignClient, query: FeedQuery) {
        self.client = client
        self.query = query
    }

    /// The items of the next page that were not seen before; empty only when the feed is exhausted.
    ///
    /// A call during another one waits and gets the page after it. After an error the same page can be asked again.
    ///
    /// - Throws: also `cancelled` when the feed was restarted meanwhile; the late page is dropped.
    package func next() async throws(HeraldError) -> [FeedItem] {
        let started = generation
        try await turn.enter()
        do {
            let items = try await fetch(started)
            await turn.leave()
            return items
        } catch {
            await turn.leave()
            throw error
        }
    }

    /// Starts over with another query.
    package func restart(_ query: FeedQuery) {
        self.query = query
        generation += 1
        cursor = nil
        isExhausted = false
        seenItems.removeAll()
        seenCursors.removeAll()
    }

    /// Starts over with another category and every other option kept.
    package func select(category: String?, categoryId: String? = nil) {
        restart(query.selecting(category: category, categoryId: categoryId))
    }

    private func fetch(_ started: Int) async throws(HeraldError) -> [FeedItem] {
        while true {
            try checkGeneration(started)
            if isExhausted { return [] }
            let page = try await client.feedPage(query, after: cursor)
            try checkGeneration(started)
            advance(past: page)
            let fresh = page.entries.filter { seenItems.insert($0.id).inserted }
            // A page of repeats is not the end of the feed.
            if !fresh.isEmpty { return fresh }
        }
    }

    private func advance(past page: FeedPage) {
        cursor = page.next
        guard let next = page.next else {
            isExhausted = true
            return
        }
        guard seenCursors.insert(next).inserted else {
            client.log(.warning, "the feed's next page was seen before; reading ends here")
            isExhausted = true
            return
        }
    }

    private func checkGeneration(_ started: Int) throws(HeraldError) {
        guard started != generation else { return }
        client.log(.debug, "a page of the feed before its restart was dropped")
        throw HeraldError(.cancelled, "the feed was restarted while a page was on its way")
    }
}
