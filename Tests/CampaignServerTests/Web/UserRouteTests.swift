import Storage
import Testing
import Values

@testable import CampaignServer

struct UserRouteTests {
    @Test func handsOutAndErases() async throws {
        let test = try await TestServer.start()
        for _ in 0..<120 { try await test.send("parcel", to: ["ana"]) }
        try await test.send("sale", to: ["ben"])
        let first = try await test.ask("GET", "/v3/notification-feed", .user("ana")).data[0]["id"].string ?? ""
        let topic: JSON = ["topic": "clicked"]
        #expect(
            try await test.ask("POST", "/v3/notification-feed/\(first)/engagement", .user("ana"), body: topic).status
                == 200
        )
        #expect(try await test.ask("DELETE", "/v3/notification-feed/\(first)").status == 204)
        let opened = try await test.ask(
            "POST",
            "/v1/engagements",
            .visitor("ana"),
            body: ["channel": "scheduledCallback", "campaignId": "linen"]
        )
        #expect(opened.status == 201)
        let export = try await test.ask("GET", "/v1/users/ana/export").data
        #expect(export["user"]["name"] == "Ana")
        #expect(export["items"].array?.count == 120)
        #expect(export["items"].array?.allSatisfy { $0["receiver"] == "ana" } == true)
        #expect(export["itemEngagements"][0]["itemId"] == .string(first))
        #expect(export["conversations"][0]["id"] == opened.data["id"])
        #expect(try await test.ask("GET", "/v1/users/ana/export", .user("ana")).status == 403)
        let token = TestServer.Credentials.headers(try await test.headers(.user("ana")))
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 204)
        #expect(try await test.ask("DELETE", "/v1/users/ana").status == 404)
        #expect(try await test.ask("GET", "/v1/users/ana/export").status == 404)
        #expect(try await test.ask("GET", "/v3/notification-feed", token).status == 401)
        #expect(try await test.ask("GET", "/v3/notification-feed").data.array?.count == 1)
        await test.stop()
    }

    @Test func removesWhatIsOld() async throws {
        let test = try await TestServer.start()
        try await test.send("parcel", to: ["ana"])
        test.clock.advance(by: .seconds(3600))
        try await test.send("sale", to: ["ana"])
        let retention = Retention(store: test.store, kept: .seconds(3600), clock: test.clock, log: { _, _ in })
        try await retention.purge()
        #expect(try await test.ask("GET", "/v3/notification-feed").data.array?.count == 2)
        test.clock.advance(by: .seconds(1))
        try await retention.purge()
        let left = try await test.ask("GET", "/v3/notification-feed", .user("ana")).data
        #expect(left.array?.map { $0["templateId"] } == ["sale"])
        await test.stop()
    }
}
