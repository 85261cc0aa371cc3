import Storage
import Testing
import Values

@testable import CampaignServer

@Suite("Kept pages of feeds")
struct FeedPagesTests {
    private static func key(_ user: String, version: Int64 = 1, limit: Int = 20) -> FeedPages.Key {
        FeedPages.Key(
            standing: UserStanding(tokenGeneration: 0, feedVersion: version),
            query: FeedQuery(receiver: user, page: PageRequest(limit: limit, sort: .sentAt))
        )
    }

    @Test("a page is another's when user, version or query differ, and gone at its time")
    func keys() {
        let clock = ManualClock()
        let pages = FeedPages(clock: clock)
        pages.keep([1], freshUntil: clock.wallSeconds + 5, for: Self.key("ana"))
        #expect(pages.page(Self.key("ana")) == [1])
        #expect(pages.page(Self.key("ben")) == nil)
        #expect(pages.page(Self.key("ana", version: 2)) == nil)
        #expect(pages.page(Self.key("ana", limit: 21)) == nil)
        clock.advance(by: .seconds(4))
        #expect(pages.page(Self.key("ana")) == [1])
        clock.advance(by: .seconds(1))
        #expect(pages.page(Self.key("ana")) == nil)
    }

    @Test("what is not asked for goes when the room is needed; what is asked for stays")
    func room() {
        let pages = FeedPages(bytes: 100, clock: ManualClock())
        pages.keep(Array(repeating: 1, count: 10), freshUntil: nil, for: Self.key("ana"))
        pages.keep(Array(repeating: 2, count: 10), freshUntil: nil, for: Self.key("ben"))
        for version in 0..<40 {
            pages.keep(Array(repeating: 3, count: 10), freshUntil: nil, for: Self.key("zoe", version: Int64(version)))
            #expect(pages.page(Self.key("ana"))?.count == 10)
        }
        #expect(pages.page(Self.key("ben")) == nil)
        let kept = (0..<40).filter { pages.page(Self.key("zoe", version: Int64($0))) != nil }.count
        #expect((1...10).contains(kept))
        pages.keep(Array(repeating: 4, count: 51), freshUntil: nil, for: Self.key("large"))
        #expect(pages.page(Self.key("large")) == nil)
    }

    @Test("a page that is asked again shows every change since")
    func changes() async throws {
        let test = try await TestServer.start()
        let base = "/v3/notification-feed"
        func page() async throws -> JSON { try await test.ask("GET", base, .user("ana")).body }
        func send(_ template: String) async throws {
            let body: JSON = ["templateId": .string(template), "receivers": ["ana"]]
            #expect(try await test.ask("POST", "/v3/notifications/messages", body: body).status == 200)
        }
        #expect(try await page()["data"] == [])
        try await send("parcel")
        let first = try await page()
        let id = first["data"][0]["id"].string ?? ""
        #expect(!id.isEmpty)
        #expect(try await page() == first)
        var last = first
        for mark in ["delivered", "seen", "engagement", "read"] {
            test.clock.advance(by: .seconds(1))
            let body: JSON? = mark == "engagement" ? ["topic": "clicked"] : nil
            #expect(try await test.ask("POST", "\(base)/\(id)/\(mark)", .user("ana"), body: body).status == 200)
            let next = try await page()
            #expect(next != last, "\(mark)")
            last = next
        }
        #expect(try await test.ask("DELETE", "\(base)/\(id)").status == 204)
        #expect(try await page()["data"] == [])
        // The same user again within the second, with nothing of before.
        try await send("sale")
        let old = TestServer.Credentials.headers(try await test.headers(.user("ana")))
        #expect(try await test.ask("GET", base, old).data.array?.count == 1)
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 204)
        #expect(try await test.ask("GET", base, old).status == 401)
        try await send("parcel")
        #expect(try await test.ask("GET", base, old).status == 401)
        #expect(try await page()["data"].array?.map { $0["templateId"] } == ["parcel"])
        await test.stop()
    }
}
