import Storage
import Testing
import Values

@testable import CampaignServer

@Suite("What authoring files name, and what they leave out")
struct AuthoringReferenceTests {
    private static let card = AuthoringFixture.card(#"{"id": "t", "type": "text", "content": "{{who}}"}"#)

    private static func check(_ files: [String: String]) -> CampaignFiles {
        var texts = AuthoringTexts()
        for (name, text) in files { texts[name] = .text(Array(text.utf8)) }
        var checked = CampaignFiles.check(texts)
        checked.checkReferences()
        return checked
    }

    @Test("a category filters and a label shows in every form of a file, unless switched off")
    func switches() throws {
        let channels =
            #""channels": [{"channelType": "in_app", "card": {}SWITCH}, {"channelType": "push", "content": {}}]"#
        let forms = [
            (#""card": {}"#, true), (channels.replacing("SWITCH", with: ""), true),
            (
                channels.replacing("SWITCH", with: #", "categoryFilterEnabled": false, "templateLabelEnabled": false"#),
                false
            ),
        ]
        for (form, isOn) in forms {
            for isNamed in [true, false] {
                let names = isNamed ? #""category": "News", "label": "L", "# : ""
                let files = Self.check([
                    "a.json": """
                    {"herald": 1, "categories": [{"name": "News"}],
                     "templates": [{"templateId": "t", "name": "T", \(names)\(form)}]}
                    """
                ])
                let contents = try #require(files.catalog.templates.first).channels
                #expect(contents[0].categoryFilterEnabled == (isOn && isNamed), "\(form)")
                #expect(contents[0].templateLabelEnabled == (isOn && isNamed), "\(form)")
                #expect(contents.dropFirst().allSatisfy { !$0.categoryFilterEnabled && !$0.templateLabelEnabled })
            }
        }
    }

    @Test("a fault of a shared card is told once, a hole once for each template that does not fill it")
    func shared() throws {
        let templates = ["one", "two"].map {
            #"{"templateId": "\#($0)", "name": "N", "card": {"$file": "cards/c.json"}}"#
        }
        let files = Self.check([
            "a.json": """
            {"herald": 1, "feedChannels": [{"channelId": "inbox", "name": "I", "type": "in_app"}],
             "templates": [\(templates.joined(separator: ","))]}
            """,
            "cards/c.json": Self.card.replacing(#""type": "text""#, with: #""type": "tex""#),
        ])
        #expect(files.findings.count { $0.message.contains("tex") } == 1, "\(files.findings)")
        let holes = files.findings.filter { $0.message.contains("nothing fills {{who}}") }
        #expect(holes.map(\.pointer) == ["/body/0/content", "/body/0/content"])
        #expect(holes.map(\.place?.file) == ["cards/c.json", "cards/c.json"])
        #expect(holes.first?.hint == "add \"who\" to the variables of template \"one\"")
    }

    struct Named: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var content: String
        var status = "approved"
        var channels = #"{"channelId": "inbox", "name": "I", "type": "in_app"}"#
        var severity: AuthoringFinding.Severity
        var message: String
    }

    @Test(
        "a channel that the set does not have is a fault where it would be sent to",
        arguments: [
            Named(
                testDescription: "misspelt",
                content: #""in_app", "channelId": "inbx""#,
                severity: .error,
                message: "there is no feed channel \"inbx\""
            ),
            Named(
                testDescription: "misspelt in a draft",
                content: #""in_app", "channelId": "inbx""#,
                status: "draft",
                severity: .warning,
                message: "there is no feed channel \"inbx\""
            ),
            Named(
                testDescription: "in the store, perhaps",
                content: #""in_app", "channelId": "inbx""#,
                channels: "",
                severity: .warning,
                message: "there is no feed channel \"inbx\""
            ),
            Named(
                testDescription: "restricted",
                content: #""email""#,
                severity: .error,
                message: "a content for email is never sent"
            ),
        ]
    )
    func channels(_ named: Named) throws {
        let files = Self.check([
            "a.json": """
            {"herald": 1, "feedChannels": [\(named.channels)],
             "templates": [
              {"templateId": "t", "name": "T", "status": "\(named.status)",
               "channels": [{"channelType": \(named.content)}]}]}
            """
        ])
        let findings = files.findings.filter { $0.pointer?.hasPrefix("/templates/") == true }
        #expect(findings.map(\.severity) == [named.severity], "\(files.findings)")
        #expect(findings.first?.message == named.message)
        #expect(findings.first?.place?.line == 4)
    }

    @Test(
        "zones are those of the machine, as far as it has them",
        arguments: [
            ("Europe/Z7", true, nil), ("Europe/Z777", false, "Z77"), ("Z7", false, "Europe/Z7"), ("Mars/X", false, nil),
        ]
            as [(String, Bool, String?)]
    )
    func zones(_ name: String, _ isKnown: Bool, _ hint: String?) throws {
        let lines = (0..<120).map { "L Etc/UTC Europe/Z\($0)" }.joined(separator: "\n")
        let fixture = try AuthoringFixture(["zones/tzdata.zi": lines, "some/tzdata.zi": "Z Etc/UTC 0 - UTC"])
        defer { fixture.remove() }
        let zones = TimeZones(folder: fixture.root + "/zones")
        #expect(zones.contains(name) == isKnown)
        if let hint { #expect(zones.hint(for: name).contains(hint), "\(zones.hint(for: name))") }
        for folder in ["some", "none"] {
            let few = TimeZones(folder: fixture.root + "/" + folder)
            #expect(few.contains("Mars/Base") && !few.contains("no zone"), "the outer form is all that can be judged")
        }
    }

    @Test(
        "the agents of a folder lie beside it, under a tidy path",
        arguments: [
            ("campaigns", "agents"), ("shop/campaigns/", "shop/agents"), ("./campaigns", "./agents"),
            (".", "../agents"),
            ("..", "../../agents"), ("/a/b", "/a/agents"), ("/", "//../agents"), ("a/.", "a/../agents"),
        ]
    )
    func agents(_ folder: String, _ agents: String) {
        #expect(AuthoringTexts.agentsFolder(beside: folder) == agents)
    }
}
