import CampaignServer
import Foundation
import Scripting
import Storage
import StorageSQLite
import Testing
import Values

@Suite("Campaign files, from the folder into the store")
struct AuthoringApplyTests {
    private func withStore(_ body: (SQLiteCampaignStore, ManualClock) async throws -> Void) async throws {
        let clock = ManualClock()
        let store = try await SQLiteCampaignStore.open(path: nil, clock: clock, random: SystemRandomSource())
        do {
            try await body(store, clock)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    @Test("all kinds of entries arrive, messages filled and dated")
    func entries() async throws {
        let fixture = try AuthoringFixture([
            "campaigns/a.json": AuthoringFixture.file(
                template: #", "label": "Delivery", "retentionHours": 24, "tags": ["orders"]"#,
                message: #", "variables": {"ana": {"eta": "18:00"}}, "sentAgo": "2h""#
            ),
            "agents/mila.lua": "return {}",
        ])
        defer { fixture.remove() }
        let files = try fixture.load()
        #expect(files.agents == ["mila"])
        try await withStore { store, clock in
            let outcome = try await store.apply(files.bundle(server: "http://127.0.0.1:1"))
            #expect(outcome.diff.count(.created) == 6)
            let item = try #require(outcome.events.first?.item)
            #expect(item.sentAt == clock.wallSeconds - 7200)
            #expect(item.expiresAt == item.sentAt + 86400)
            #expect(item.alternativeText == "Parcel 18:00")
            #expect(item.label == "Delivery")
            #expect(item.tags == ["orders"])
            #expect(item.variables == ["eta": "18:00"])
            #expect(item.content?.value["body"][0]["content"] == "Arrives 18:00")
            #expect(item.content?.value["fallbackText"] == "Parcel 18:00")
            let again = try await store.apply(files.bundle(server: "http://127.0.0.1:2"))
            #expect(again.diff.count(.unchanged) == 6 && again.events.isEmpty)
        }
    }

    @Test("a message is filled from receiver, then defaults; what nothing fills stays")
    func renderer() {
        let template = Template(
            id: "t",
            templateId: "t",
            name: "T",
            category: nil,
            label: nil,
            alternativeText: nil,
            tags: [],
            status: .approved,
            currentVersion: 1,
            channels: [],
            variables: [TemplateVariable(key: "a", defaultValue: "A"), TemplateVariable(key: "b", defaultValue: "B")],
            versions: [],
            config: [:],
            createdAt: 0,
            updatedAt: 0
        )
        let text: JSON = ["id": "t", "type": "text", "content": "{{a}} {{ b }} {{c}} {{server}}/x"]
        let channel = ChannelContent(channelType: "in_app", content: ["body": [text]])
        let renderer = MessageRenderer(template: template, channel: channel, server: "http://s")
        let draft = renderer.draft(for: "ana", variables: JSONObject([("a", "{{b}}\""), ("server", "http://evil")]))
        #expect(draft.content.value["body"][0]["content"] == "{{b}}\" B {{c}} http://s/x")
        #expect(draft.content.value["fallbackText"] == draft.content.value["body"][0]["content"])
        #expect(draft.variables.value["b"] == "B")
        #expect(draft.alternativeText == nil)
    }

    @Test("the files that come with the program are without fault and give Ana something of everything")
    func shipped() async throws {
        let files = try AuthoringFixture.check(AuthoringFixture.scripts + "/campaigns")
        #expect(files.findings.isEmpty, "\(files.findings)")
        try await withStore { store, _ in
            _ = try await store.apply(files.bundle(server: "http://127.0.0.1:8080"))
            #expect(try await store.webCampaigns().first?.name == "Harbour & Pine: linen weekend")
            let items = try await store.feed(FeedQuery(receiver: "ana")).items
            #expect(items.count >= 6)
            let cards = items.compactMap { $0.content?.text }
            for action in ["openUrl", "apiCall", "customCallback", "copyToClipboard"] {
                #expect(cards.contains { $0.contains("\"type\":\"\(action)\"") }, "no card with \(action)")
            }
            #expect(cards.allSatisfy { !$0.contains("{{") })
            #expect(cards.contains { $0.contains("http://127.0.0.1:8080/healthz") })
            #expect(try await store.template("parcel")?.variables.contains { $0.key == "eta" } == true)
            #expect(
                try await store.templates(TemplateQuery(page: PageRequest(limit: 100, sort: .name))).items.count >= 8
            )
        }
    }

    @Test(
        "the agents that come with the program greet and answer",
        arguments: ["mila", "noor", "jonas", "haru", "salma"]
    )
    func agents(name: String) async throws {
        let script = try Data(contentsOf: URL(filePath: "\(AuthoringFixture.scripts)/agents/\(name).lua"))
        let source = """
            local agent = (function() \(String(decoding: script, as: UTF8.self)) end)()
            local ana = { id = "ana", name = "Ana" }
            assert(agent.name and agent.kind)
            local answers = { agent.greet(ana), agent.greet({ id = "x" }) }
            for _, text in ipairs { "Is the blue one in stock?", "Wat kost het hotel?", "danke", "" } do
                local history = { { from = "user", name = "Ana", text = text } }
                local reply = agent.reply(ana, text, history) or "nothing"
                answers[#answers + 1] = type(reply) == "table" and table.concat(reply, " ") or reply
            end
            return table.concat(answers, "\\n")
            """
        let state = try ScriptState()
        let outcome = try await state.run(Array(source.utf8), name: name)
        await state.close()
        let answers = try #require(outcome.values.first?.string)
        #expect(answers.contains("Ana"))
    }
}
