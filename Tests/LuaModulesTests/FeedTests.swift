import Testing
import Values

@testable import LuaModules

struct FeedTests {
    private static let five = Authoring(seeds: ["note", "offer", "note", "offer", "note"])

    @Test(
        arguments: [
            // Newest first, page by page, and empty tables at the end however often it is asked.
            (
                """
                local feed, sizes = app:feed { limit = 2 }, {}
                for _ = 1, 5 do sizes[#sizes + 1] = #feed:next() end
                return sizes
                """, [2, 2, 1, 0, 0]
            ),
            (
                """
                local seen = {}
                for item in app:feed { limit = 2 }:items() do seen[#seen + 1] = item.templateId end
                return seen
                """, ["note", "offer", "note", "offer", "note"]
            ),
            // The iterator waits inside pcall and inside a coroutine of the script's own.
            (
                """
                local n = 0
                local ok = pcall(function() for item in app:feed { limit = 2 }:items() do n = n + 1 end end)
                return { ok, n }
                """, [true, 5]
            ),
            (
                """
                local n, items = 0, coroutine.wrap(function()
                    for item in app:feed { limit = 2 }:items() do coroutine.yield(item.id) end
                end)
                for id in items do n = n + 1 end
                return n
                """, 5
            ),
            // One feed read by two loops gives each item once.
            (
                """
                local feed, seen, n = app:feed { limit = 2 }, {}, 0
                local function read() for item in feed:items() do
                    if seen[item.id] then error("twice") end
                    seen[item.id] = true; n = n + 1
                end end
                herald.all { read, read }
                return n
                """, 5
            ),
            ("return #app:feed { category = 'Offers' }:next()", 2),
            ("return #app:feed { category = 'Nothing' }:next()", 0),
            ("return #app:feed { tags = { 'spring' } }:next()", 2),
            ("return #app:feed { tags = { 'spring', 'notes' } }:next()", 5),
            ("return #app:feed { channelId = 'inbox' }:next()", 5),
            ("return #app:feed { readState = 'read' }:next()", 0),
            ("app:feed():next()[1]:mark_read(); return #app:feed { readState = 'read' }:next()", 1),
            ("app:feed():next()[1]:mark_read(); return #app:feed { readState = 'unread' }:next()", 4),
            ("return #app:feed { dateFrom = '2020-01-01', dateTo = '2020-12-31' }:next()", 0),
            ("return #app:feed { dateFrom = math.floor(herald.now()) - 2 * 3600 - 60 }:next()", 2),
            ("return #app:feed { dateTo = herald.now() - 4 * 3600 + 60 }:next()", 2),
            ("return app:unread_count()", 5),
            // Always the server's count, whatever part of the feed was loaded and however often it was marked.
            (
                """
                for item in app:feed { category = "Offers", limit = 1 }:items() do item:mark_read() item:mark_read() end
                return { app:unread_count(), app:unread_count { category = "Offers" } }
                """, [3, 0]
            ),
            // A zone ahead of UTC moves no item to another day.
            (
                """
                local there = os.date("!%Y-%m-%dT%H:%M:%S", math.floor(herald.now()) - 2 * 3600 - 60 + 14 * 3600)
                return #app:feed { dateFrom = there .. "+14:00" }:next()
                """, 2
            ),
            ("local c = app:unread_counts() return { c.count, c.unseen }", [5, 5]),
            (
                """
                local n = {}
                for _, c in ipairs(app:unread_counts().categories) do n[c.name] = c.count end
                return n.Offers
                """, 2
            ),
            (
                """
                local offers = app:mark_all("read", { templateCategory = "Offers" })
                local item = app:feed { readState = "unread" }:next()[1]
                item:mark_seen()
                return { offers, app:unread_counts().unseen, item.seenAt ~= nil, app:mark_all("seen"), app:mark_all "read" }
                """, [2, 2, true, 2, 3]
            ),
            ("return app:unread_count { category = 'Offers' }", 2),
            ("return app:unread_count { category = 'Updates', categoryId = 'Offers' }", 2),
            ("return { app:mark_all('read', { category = 'Offers' }), app:unread_count() }", [2, 3]),
            ("return { app:mark_all('read', { categoryId = 'Offers' }), app:unread_count() }", [2, 3]),
            ("return { app:mark_all('read', { category = 'Nothing' }), app:unread_count() }", [0, 5]),
            (
                "local ids = { app:feed():next()[1].id } return { app:mark_all('seen', { ids = ids }), app:mark_all 'seen' }",
                [1, 4]
            ),
            ("return app:mark_all('read', { tags = { 'nope' } })", 0),
            ("return app:mark_all('read', { dateTo = '2001-01-01' })", 0),
            (
                """
                local function count(match) return #app:feed { tags = { "spring", "none" }, tagMatch = match }:next() end
                return count "any" > 0 and count() == count "any" and count "all" == 0
                """, true
            ),
            ("return app:feed_item(app:feed():next()[1].id).templateId", "note"),
            (
                "local n = {} for _, c in ipairs(app:categories()) do n[#n + 1] = c.name end table.sort(n) return n",
                ["Offers", "Updates"]
            ),
            ("return #app:categories { limit = 1 }", 1),
        ] as [(String, JSON)]
    )
    func reading(source: String, expected: JSON) async throws {
        try await World.with(Self.five) { world in
            let answer = try await world.run("local app = herald.connect(); " + source)
            #expect(answer == expected)
        }
    }

    @Test(arguments: [
        ("app:feed { limit = 0 }", "limit"), ("app:feed { limit = 101 }", "limit"),
        ("app:feed { limit = 'many' }", "limit"), ("app:feed { limit = 1.5 }", "limit"),
        ("app:feed { readState = 'unred' }", "readState"), ("app:feed { tags = 'a' }", "tags"),
        ("app:feed { dateFrom = 'tomorrow' }", "dateFrom"), ("app:feed { dateTo = {} }", "dateTo"),
        ("app:feed { categry = 'a' }", "categry"), ("app:feed { tags = { 'a,b' } }:next()", "tags"),
        ("app:mark_all('read', { categry = 'a' })", "categry"), ("app:mark_all('read', { tags = {} })", "tags"),
        ("app:mark_all('read', { category = herald.null })", "category"),
        ("app:mark_all('read', { dateTo = 0 })", "dateTo"), ("app:mark_all('read', { tagMatch = 'al' })", "tagMatch"),
        ("app:feed { tagMatch = 'al' }", "tagMatch"), ("app:unread_count { categry = 'a' }", "categry"),
        ("app:mark_all 'raed'", "raed"), ("app:categories { limit = 0 }", "limit"),
        ("app:unread_count { categories = 'a' }", "categories"),
        ("app:feed_item('')", "id"),
        // What is no number means nothing, whatever the option takes.
        ("app:feed { dateFrom = 0/0 }", "option \"dateFrom\""),
        ("app:feed { dateTo = math.huge }", "option \"dateTo\""),
        ("app:feed { limit = 0/0 }", "option \"limit\""), ("app:feed { dateFrom = { 0/0 } }", "option \"dateFrom\""),
        ("app:on('unread'):receive { timeout = 0/0 }", "option \"timeout\""),
        ("herald.retry({ factor = 0/0 }, function() end)", "option \"factor\""),
        ("herald.http { url = 'http://a', timeout = -math.huge }", "option \"timeout\""),
        ("herald.sleep(0/0)", "argument 1"), ("herald.sleep(math.huge)", "argument 1"),
    ])
    func aBadOptionIsNamed(source: String, name: String) async throws {
        try await World.with { world in
            let error = try await world.failure("local app = herald.connect(); " + source)
            #expect(error.code == .invalidArgument)
            #expect(error.message.contains(name), "\(error)")
        }
    }

    @Test func anItemThatIsNotThereIsNotFound() async throws {
        try await World.with { world in
            let answer = try await world.failure("herald.connect():feed_item('nope')").code
            #expect(answer == .notFound)
        }
    }

    @Test(
        arguments: [
            ("return item.id == item['id'] and #item.id > 0", true),
            (
                "return { item.templateId, item.category, item.label, item.alternativeText }",
                ["note", "Updates", "L", "A note from Mila"]
            ),
            ("return { item.channelId, item.receiver, item.status }", ["inbox", "ana", "sent"]),
            (
                "return { item.readAt == nil, item.deliveredAt == nil, item.expiresAt == nil, item.nonsense == nil, item[1] == nil }",
                [true, true, true, true, true]
            ),
            ("return { item.isRead, math.type(item.sentAt) }", [false, "integer"]),
            (
                "item:mark_read(); return { item.isRead, math.type(item.readAt), item.status }",
                [true, "integer", "read"]
            ),
            ("item:mark_read(); local first = item.readAt; item:mark_read(); return item.readAt == first", true),
            ("item:mark_delivered(); return { item.isRead, math.type(item.deliveredAt) }", [false, "integer"]),
            ("item:mark_read(); return app:unread_count()", 0),
            ("item:mark_read(); return item.content ~= nil and item:card():render('text', {}) ~= ''", true),
            ("item:report_engagement 'viewed'; return math.type(app:feed_item(item.id).interactedAt)", "integer"),
            ("item:report_engagement(); return math.type(app:feed_item(item.id).interactedAt)", "integer"),
            ("return { tostring(item) == 'FeedItem ' .. item.id, item == app:feed_item(item.id) }", [true, true]),
            ("return pcall(function() item.readAt = 1 end)", false),
            ("return table.concat(item.tags, ' ')", "notes"),
        ] as [(String, JSON)]
    )
    func fieldsHaveTheirWireNames(source: String, expected: JSON) async throws {
        try await World.with(Authoring(seeds: ["note"])) { world in
            let answer = try await world.run(
                "local app = herald.connect(); local item = app:feed():next()[1]; " + source
            )
            #expect(answer == expected)
        }
    }
}
