import Storage
import StorageSQLite
import Testing
import Values

@testable import CampaignServer

@Suite("Authoring files out of a store and back")
struct AuthoringExportTests {
    /// A store with its desk, closed after the test.
    private func withStores(
        _ count: Int,
        _ body: ([SQLiteCampaignStore], ManualClock) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        var stores: [SQLiteCampaignStore] = []
        for _ in 0..<count {
            stores.append(try await SQLiteCampaignStore.open(path: nil, clock: clock, random: SystemRandomSource()))
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(stores, clock)) } catch { outcome = .failure(error) }
        for store in stores { await store.close() }
        try outcome.get()
    }

    private static func texts(_ files: [AuthoringExport.File]) -> AuthoringTexts {
        var texts = AuthoringTexts()
        for file in files { texts[file.name] = .text(Array(file.text.utf8)) }
        return texts
    }

    private static func desk(_ store: SQLiteCampaignStore) -> AuthoringDesk {
        AuthoringDesk(store: store, server: "http://127.0.0.1:1")
    }

    /// Exports, and holds that applying the files changes nothing there, and makes the same elsewhere.
    private static func goesRound(_ store: SQLiteCampaignStore, into empty: SQLiteCampaignStore) async throws {
        let files = try await desk(store).export()
        let texts = texts(files)
        let same = try await desk(store).apply(texts, agents: nil, dryRun: false)
        #expect(same.outcome.diff.changes.allSatisfy { $0.action == .unchanged }, "\(same.json.text)")
        _ = try await desk(empty).apply(texts, agents: nil, dryRun: false)
        let (first, second) = (try await store.authored(), try await empty.authored())
        #expect(first == second)
        #expect(try await desk(empty).export() == files)
    }

    private static let card: JSON = [
        "version": "1.0", "style": ["background": ["light": "#FFFFFF", "dark": "#000000"]],
        "body": [["id": "t", "type": "text", "content": "{{eta}} é \"q\" \\ \u{2028}"]], "fallbackText": "F",
    ]

    @Test("whatever the REST interface lets in comes back")
    func everything() async throws {
        try await withStores(2) { stores, clock in
            let store = stores[0]
            _ = try await store.ensureUser("ana", name: "Ana")
            _ = try await store.ensureUser("unnamed", name: nil)
            _ = try await store.ensureUser("e\u{301}", name: "decomposed")
            _ = try await store.ensureUser("\u{e9}", name: "composed")
            for name in ["Updates", "Gone"] {
                _ = try await store.createCategory(CategoryDraft(name: name, text: name), recording: nil)
            }
            let channels = [
                FeedChannelDraft(
                    channelId: "inbox",
                    name: "Inbox",
                    type: "in_app",
                    enabled: true,
                    metadata: ["a": 1.0]
                ),
                FeedChannelDraft(channelId: "off", name: "Off", type: "in_app", enabled: false),
                FeedChannelDraft(channelId: "devices", name: "Devices", type: "push", enabled: true),
            ]
            for channel in channels { _ = try await store.createFeedChannel(channel, recording: nil) }
            let plain = ChannelContent(
                channelType: "in_app",
                content: Self.card,
                categoryFilterEnabled: true,
                messageRetentionHours: 1.5
            )
            let eta = TemplateVariable(key: "eta", name: "", type: "string", required: true, defaultValue: "")
            var odd = plain
            odd.content = ["title": "T", "body": "no card", "x": ["$file": "nowhere.json"]]
            odd.templateLabelEnabled = true
            var data = plain
            data.dataType = "data_template"
            data.content = ["$file": 7, "free": [.null, 1, 1.0, true, "{{unknown}}"]]
            var first = plain
            (first.sequenceOrder, first.stopCondition, first.waitMinutes) = (1, "read", 240)
            let push = ChannelContent(
                channelType: "push",
                channelId: "devices",
                content: ["title": "{{eta}}", "body": "B", "data": ["n": 1.0]],
                sequenceOrder: 2
            )
            let drafts: [TemplateDraft] = [
                .init(
                    templateId: "plain",
                    name: "P",
                    category: "Updates",
                    tags: ["a", "b"],
                    status: .approved,
                    channels: [plain],
                    variables: [eta]
                ),
                .init(templateId: "odd", name: "O", category: "Gone", status: .approved, channels: [odd]),
                .init(templateId: "data", name: "D", alternativeText: "{{who}}", status: .draft, channels: [data]),
                .init(
                    templateId: "empty",
                    name: "E",
                    label: "L",
                    status: .draft,
                    channels: [.init(channelType: "in_app", content: [:])]
                ),
                .init(
                    templateId: "steps",
                    name: "S",
                    status: .approved,
                    channels: [first, push],
                    variables: [eta],
                    config: ["sequenceEnabled": true, "more": [1, ["x": .null]]]
                ),
                .init(templateId: "old", name: "A", status: .archived, channels: [push]),
            ]
            for draft in drafts { _ = try await store.createTemplate(draft, recording: nil) }
            let gone = try #require(try await store.categories(CategoryQuery()).items.first { $0.name == "Gone" })
            _ = try await store.deleteCategory(gone.id)
            let hours: JSON = ["timezone": "Europe/Berlin", "mon": ["09:00-17:00"]]
            var bundle = AuthoringBundle(
                campaigns: [
                    .init(
                        id: "z",
                        name: "Z",
                        locale: nil,
                        channels: [.init(type: "chat", agent: "mila", hours: hours)]
                    ),
                    .init(id: "a", name: "A", locale: "pt-BR", channels: [.init(type: "video")]),
                ]
            )
            bundle.messages = [
                .init(id: "m", template: "plain", receivers: ["ana", "new"], sent: .ago(100))
            ]
            let part = FeedSend.Part(
                channel: plain,
                drafts: [
                    .init(receiver: "ana", variables: ["eta": "18:00"], content: WrittenJSON(Self.card)),
                    .init(receiver: "new", variables: ["eta": ""], content: WrittenJSON(Self.card)),
                ]
            )
            bundle.messages[0].feed = part
            _ = try await store.apply(bundle)
            clock.advance(by: .seconds(60))
            try await Self.goesRound(store, into: stores[1])
            let files = try await Self.desk(store).export()
            #expect(files.contains { $0.name == "cards/plain.json" }, "what is without fault has the short form")
            #expect(!files.contains { $0.name == "cards/odd.json" })
            #expect(files.contains { $0.name == "cards/steps.json" }, "cards among several contents have files, too")
            #expect(files.allSatisfy { !$0.text.contains("\"channelId\": null") })
        }
    }

    @Test("many entries lie in several files whose order is theirs")
    func many() async throws {
        try await withStores(2) { stores, _ in
            let users = (0..<2500).map { AuthoringBundle.UserEntry(id: "u\($0)", name: nil) }
            let campaigns = (0..<30).map {
                AuthoringBundle.CampaignEntry(
                    id: "c\(29 - $0)",
                    name: "C",
                    locale: nil,
                    channels: [.init(type: "chat")]
                )
            }
            _ = try await stores[0].apply(AuthoringBundle(users: users, campaigns: campaigns))
            try await Self.goesRound(stores[0], into: stores[1])
            let names = try await Self.desk(stores[0]).export().map(\.name)
            #expect(names == ["users-001.json", "users-002.json", "campaigns.json"])
        }
    }

    @Test("contents that are large or deep come back")
    func large() async throws {
        try await withStores(2) { stores, _ in
            let deep = (0..<95).reduce(JSON.int(1)) { inner, _ in ["a": inner] }
            let wide = JSON.array(Array(repeating: ["n": [1, [2, [3]]]], count: 40_000))
            for (slug, content) in [("deep", deep), ("wide", ["w": wide]), ("wider", ["w": wide, "x": wide])] {
                let channel = ChannelContent(channelType: "in_app", content: content, dataType: "data_template")
                let draft = TemplateDraft(templateId: slug, name: slug, status: .draft, channels: [channel])
                _ = try await stores[0].createTemplate(draft, recording: nil)
            }
            try await Self.goesRound(stores[0], into: stores[1])
            let files = try await Self.desk(stores[0]).export()
            #expect(files.map(\.name) == ["templates-001.json", "templates-002.json"])
        }
    }

    @Test("applying twice is applying once, whatever is applied", arguments: 0..<40)
    func twice(seed: Int) async throws {
        try await withStores(2) { stores, _ in
            var chance = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
            for _ in 0..<3 {
                let texts = Self.texts([.init(name: "a.json", text: chance.file().text)])
                let dry = try await Self.desk(stores[0]).apply(texts, agents: nil, dryRun: true)
                let first = try await Self.desk(stores[0]).apply(texts, agents: nil, dryRun: false)
                #expect(dry.outcome.diff == first.outcome.diff)
                let state = try await stores[0].authored()
                let second = try await Self.desk(stores[0]).apply(texts, agents: nil, dryRun: false)
                #expect(second.outcome.diff.changes.allSatisfy { $0.action == .unchanged }, "\(second.json.text)")
                #expect(try await stores[0].authored() == state)
            }
            try await Self.goesRound(stores[0], into: stores[1])
        }
    }
}

/// Files that are without fault and otherwise made by chance, the same for the same seed.
private struct Chance {
    var state: UInt64
    /// Templates as they were last.
    var last: [String: JSON] = [:]

    private mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    private mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }
    private mutating func some<T>(_ values: [T]) -> [T] { values.filter { _ in next(2) == 0 } }

    mutating func file() -> JSON {
        let names = some(["Updates", "Offers", "Ärger", "خبر"])
        let categories = ["Updates", "Offers", "Ärger", "خبر"].map { name -> JSON in
            guard names.contains(name) else { return ["name": .string(name), "removed": true] }
            return next(2) == 0 ? ["name": .string(name)] : ["name": .string(name), "description": "d"]
        }
        let templates = some(["a", "b", "c", "d"]).map { template($0) }
        let messages = templates.filter { $0["status"].isNull }.map { template -> JSON in
            let id = template["templateId"].string ?? ""
            return ["id": .string("m-\(id)"), "template": .string(id), "receivers": ["ana", "ben"], "sentAgo": "1h"]
        }
        return [
            "herald": 1, "users": .array(some(["ana", "ben", "عمر"]).map { user($0) }),
            "categories": .array(categories),
            "feedChannels": [
                ["channelId": "inbox", "name": pick(["Inbox", "Post"]), "type": "in_app"],
                ["channelId": "devices", "name": "D", "type": "push", "enabled": .bool(next(2) == 0)],
            ],
            "templates": .array(templates), "campaigns": .array(some(["x", "y", "z"]).map { campaign($0) }),
            "messages": .array(messages),
        ]
    }

    private mutating func user(_ id: String) -> JSON {
        next(2) == 0 ? ["id": .string(id)] : ["id": .string(id), "name": pick(["A", "B"])]
    }

    private mutating func campaign(_ id: String) -> JSON {
        var json: JSON = ["id": .string(id), "name": pick(["N", "M"]), "channels": [["type": pick(["chat", "zva"])]]]
        if next(2) == 0 { json["locale"] = pick(["de", "ja", "ar"]) }
        if next(2) == 0 { json["hours"] = ["timezone": "UTC", "sat": [pick(["10:00-12:00", "00:00-24:00"])]] }
        return json
    }

    /// What is archived stays as it is, and what is approved is no draft again.
    private mutating func template(_ id: String) -> JSON {
        var json = newTemplate(id)
        if let old = last[id] {
            if old["status"] == "archived" { json = old }
            if old["status"].isNull, json["status"] == "draft" { json["status"] = .null }
        }
        last[id] = json
        return json
    }

    private mutating func newTemplate(_ id: String) -> JSON {
        let text: JSON = pick(["Hi {{name}}", "今日は", "مرحبا {{name}}"])
        let card: JSON = [
            "version": "1.0", "style": ["background": ["light": "#FFFFFF", "dark": "#000000"]],
            "body": [["id": "t", "type": "text", "content": text]], "fallbackText": "F",
        ]
        var json: JSON = [
            "templateId": .string(id), "name": pick(["One", "Two"]),
            "variables": [["key": "name", "default": pick(["you", "du"])]],
        ]
        if next(2) == 0 { json["category"] = pick(["Updates", "Offers", "Ärger", "خبر"]) }
        if next(2) == 0 { json["label"] = pick(["L", "M"]) }
        if next(4) == 0 { json["status"] = pick(["draft", "archived"]) }
        if next(2) == 0 { json["tags"] = .array(some(["x", "y"])) }
        if next(2) == 0 {
            json["card"] = card
            if next(2) == 0 { json["retentionHours"] = pick([1, 2.5]) }
            return json
        }
        let push: JSON = ["channelType": "push", "content": ["title": text, "body": "B"]]
        var (first, last): (JSON, JSON) = (["channelType": "in_app", "card": card], push)
        if next(2) == 0 {
            json["config"] = ["sequenceEnabled": true]
            first["sequenceOrder"] = 1
            first["stopCondition"] = pick(["delivered", "viewed", "clicked"])
            first["waitMinutes"] = pick([5, 1440])
            last["sequenceOrder"] = 2
        }
        json["channels"] = [first, last]
        return json
    }
}
