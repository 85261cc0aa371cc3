import Foundation
import Testing
import Values

@testable import Campaigns

/// What the client makes of what servers send: one file per rule in `Fixtures/rules`, with an answer and what is read.
@Suite("Reading rules")
struct ReadingRulesTests {
    /// A rule with its answer.
    struct Rule: CustomTestStringConvertible, Sendable {
        var name: String
        var json: JSON

        var testDescription: String { name }
        var expected: JSON { json["expect"] }
        var body: [UInt8] { Array((json["text"].string ?? json["answer"].text).utf8) }
    }

    static let all: [Rule] = {
        let folder = (Bundle.module.resourcePath ?? "") + "/Fixtures/rules"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
        return names.compactMap { name in
            (try? Fixture.json("rules/\(name)")).map { Rule(name: name, json: $0) }
        }
    }()

    @Test("there are rules, and each is read")
    func complete() throws {
        #expect(Self.all.count >= 50)
        let kinds = Set(Self.all.compactMap { $0.json["reads"].string })
        #expect(kinds == ["feed", "categories", "templates", "channels", "realtime"])
    }

    @Test("each is read as its file says", arguments: all)
    func reads(_ rule: Rule) async throws {
        switch rule.json["reads"].string {
        case "realtime": try checkRealtime(rule)
        case "categories": try await check(rule, { try await $0.categories(after: $1) }, Self.fields)
        case "templates": try await check(rule, { try await $0.templates(after: $1) }, Self.fields)
        case "channels": try await check(rule, { try await $0.feedChannels(after: $1) }, Self.fields)
        default: try await check(rule, { try await $0.feedPage(FeedQuery(), after: $1) }, Self.fields)
        }
    }

    private func check<Entry>(
        _ rule: Rule,
        _ ask: (CampaignClient, PageCursor?) async throws -> WirePage<Entry>,
        _ fields: (Entry) -> JSON
    ) async throws {
        let status = Int(rule.json["status"].int ?? 200)
        let transport = ScriptedTransport(answer: { _ in HTTPResponse(status: status, body: rule.body) })
        let client = CampaignClient(server: "http://h", credentials: Credentials(), transport: transport)
        let page: WirePage<Entry>
        do {
            page = try await ask(client, nil)
        } catch {
            try checkError(HeraldError(error), rule)
            return
        }
        #expect(rule.expected["error"].isNull)
        let items = try #require(rule.expected["items"].array)
        #expect(page.entries.count == items.count)
        for (entry, expected) in zip(page.entries, items) {
            let read = fields(entry)
            for (key, value) in expected.object ?? JSONObject() { #expect(read[key] == value, "\(key)") }
        }
        if let pointers = rule.expected["diagnostics"].array {
            #expect(page.diagnostics.map { JSON.string($0.pointer) }.sorted { $0.text < $1.text } == pointers)
        }
        guard rule.expected.object?["next"] != nil else { return }
        #expect((page.next == nil) == rule.expected["next"].isNull)
        guard let next = page.next, let query = rule.expected["next"].string else { return }
        _ = try await ask(client, next)
        #expect(transport.requests[1].url.hasSuffix("?\(query)"), "\(transport.requests[1].url)")
    }

    private func checkError(_ error: HeraldError, _ rule: Rule) throws {
        let expected = rule.expected["error"]
        #expect(error.code.rawValue == expected["code"].string)
        if let pointer = expected["pointer"].string { #expect(error.pointer == pointer) }
        if let message = expected["message"].string { #expect(error.message.hasSuffix(message), "\(error.message)") }
        if !expected["details"].isNull { #expect(error.details == expected["details"]) }
    }

    private func checkRealtime(_ rule: Rule) throws {
        var state = RealtimeState()
        state.beginConnection()
        var events: [String] = []
        var diagnostics = 0
        for frame in rule.json["answer"].array ?? [] {
            let outcome = state.receive(frame.text)
            events += outcome.events.map(Self.words)
            diagnostics += outcome.diagnostics.count
        }
        #expect(events == rule.expected["events"].array?.compactMap(\.string))
        #expect(Int64(diagnostics) == rule.expected["diagnosticCount"].int)
    }

    private static func words(_ event: RealtimeEvent) -> String {
        switch event {
        case .connected(let resumed): "connected \(resumed)"
        case .item(let item): "item \(item.id)"
        case .updated(let item): "updated \(item.id)"
        case .retracted(let id): "retracted \(id)"
        case .unread(let unread): "unread \(unread.count)"
        case .gap: "gap"
        case .disconnected: "disconnected"
        case .failed: "failed"
        }
    }

    private static func fields(_ category: FeedCategory) -> JSON {
        ["id": .string(category.id), "name": .string(category.name), "label": .string(category.label)]
    }

    private static func fields(_ template: MessageTemplate) -> JSON {
        [
            "id": .string(template.id), "templateId": .string(template.templateId), "name": .string(template.name),
            "category": JSON(template.category), "status": JSON(template.status),
            "currentVersion": JSON(template.currentVersion), "tags": .array(template.tags.map(JSON.string)),
        ]
    }

    private static func fields(_ channel: FeedChannel) -> JSON {
        [
            "id": .string(channel.id), "channelId": .string(channel.channelId), "name": .string(channel.name),
            "type": JSON(channel.type), "enabled": .bool(channel.enabled),
        ]
    }

    private static func fields(_ item: FeedItem) -> JSON {
        [
            "id": .string(item.id), "notificationId": JSON(item.notificationId), "campaignId": JSON(item.campaignId),
            "receiver": JSON(item.receiver), "receiverType": JSON(item.receiverType), "sender": JSON(item.sender),
            "templateId": JSON(item.templateId), "templateVersion": JSON(item.templateVersion),
            "channelType": JSON(item.channelType), "channelId": JSON(item.channelId), "category": JSON(item.category),
            "categoryId": JSON(item.categoryId), "label": JSON(item.label), "tags": .array(item.tags.map(JSON.string)),
            "alternativeText": JSON(item.alternativeText), "dataType": JSON(item.dataType), "status": JSON(item.status),
            "sentAt": JSON(item.sentAt?.milliseconds), "deliveredAt": JSON(item.deliveredAt?.milliseconds),
            "readAt": JSON(item.readAt?.milliseconds), "interactedAt": JSON(item.interactedAt?.milliseconds),
            "expiresAt": JSON(item.expiresAt?.milliseconds), "deletedAt": JSON(item.deletedAt?.milliseconds),
            "metadata": .object(item.metadata), "realtimeFanout": .array(item.realtimeFanout.map(JSON.string)),
            "content": item.content ?? .null, "isRead": .bool(item.isRead),
        ]
    }
}
