import CampaignServer
import Foundation
import Testing
import Values

@Suite("Faults in campaign files")
struct AuthoringFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
        /// Part of the message of the one problem.
        var message: String
        var pointer: String
        var hint: String?
        var line: Int

        init(
            _ description: String,
            _ text: String,
            _ message: String,
            at pointer: String,
            line: Int,
            hint: String? = nil
        ) {
            testDescription = description
            self.text = text
            self.message = message
            self.pointer = pointer
            self.line = line
            self.hint = hint
        }
    }

    static let faults = [
        Fault(
            "no version",
            #"{"users": []}"#,
            "taken for a campaign file, and lacks \"herald\"",
            at: "",
            line: 1,
            hint: "\"herald\": 1"
        ),
        Fault("other version", #"{"herald": 2}"#, "version 1", at: "/herald", line: 1, hint: "\"herald\": 1"),
        Fault("no object", "[]", "is an object, found an array", at: "", line: 1),
        Fault(
            "unknown member at the top",
            AuthoringFixture.file(top: #", "template": []"#),
            "no member \"template\"",
            at: "/template",
            line: 8,
            hint: "templates"
        ),
        Fault(
            "unknown member of a template",
            AuthoringFixture.file(template: #", "lable": "x""#),
            "no member \"lable\"",
            at: "/templates/0/lable",
            line: 6,
            hint: "label"
        ),
        Fault(
            "blank text",
            AuthoringFixture.file(template: #", "label": " ""#),
            "blank",
            at: "/templates/0/label",
            line: 6
        ),
        Fault(
            "tags of the wrong type",
            AuthoringFixture.file(template: #", "tags": "orders""#),
            "expected a list, found a string",
            at: "/templates/0/tags",
            line: 6
        ),
        Fault(
            "a tag of the wrong type",
            AuthoringFixture.file(template: #", "tags": ["a", 2]"#),
            "expected a string, found a number",
            at: "/templates/0/tags/1",
            line: 6
        ),
        Fault(
            "retention below zero",
            AuthoringFixture.file(template: #", "retentionHours": -1"#),
            "hours",
            at: "/templates/0/retentionHours",
            line: 6
        ),
        Fault(
            "unknown key in the card",
            AuthoringFixture.file(
                card: AuthoringFixture.card(#"{"id": "t", "type": "text", "content": "{{etta}}"}"#)
            ),
            "nothing fills {{etta}} in template \"parcel\"",
            at: "/templates/0/card/body/0/content",
            line: 6,
            hint: "did you mean \"eta\"? Else add \"etta\" to the variables of template \"parcel\""
        ),
        Fault(
            "unknown element in the card",
            AuthoringFixture.file(
                card: AuthoringFixture.card(
                    #"{"id": "t", "type": "text", "content": "x"}, {"id": "u", "type": "buton"}"#
                )
            ),
            "buton",
            at: "/templates/0/card/body/1/type",
            line: 6
        ),
        Fault(
            "card of the wrong type",
            AuthoringFixture.file(card: "7"),
            "found a number",
            at: "/templates/0/card",
            line: 6
        ),
        Fault(
            "missing include",
            AuthoringFixture.file(card: #"{"$file": "cards/none.json"}"#),
            "cannot be read",
            at: "/templates/0/card/$file",
            line: 6
        ),
        Fault(
            "include outside the folder",
            AuthoringFixture.file(card: #"{"$file": "../secret.json"}"#),
            "is not below",
            at: "/templates/0/card/$file",
            line: 6
        ),
        Fault(
            "a file that is named like another",
            AuthoringFixture.file(card: #"{"$file": "cards/parcl.json"}"#),
            "cannot be read",
            at: "/templates/0/card/$file",
            line: 6,
            hint: "cards/parcel.json"
        ),
        Fault(
            "the name of a file in place of a card",
            AuthoringFixture.file(card: #""cards/parcel.json""#),
            "found a string",
            at: "/templates/0/card",
            line: 6,
            hint: #"{ "$file": "cards/parcel.json" }"#
        ),
        Fault(
            "include by an absolute path",
            AuthoringFixture.file(card: #"{"$file": "/etc/passwd"}"#),
            "is not below",
            at: "/templates/0/card/$file",
            line: 6
        ),
        Fault(
            "include through a link",
            AuthoringFixture.file(card: #"{"$file": "link/secret.json"}"#),
            "is not below",
            at: "/templates/0/card/$file",
            line: 6
        ),
        Fault(
            "unknown template of a message",
            AuthoringFixture.file().replacing(#""template": "parcel""#, with: #""template": "parcl""#),
            "no template \"parcl\"",
            at: "/messages/0/template",
            line: 8,
            hint: "parcel"
        ),
        Fault(
            "unknown category",
            AuthoringFixture.file().replacing(#""category": "Updates""#, with: #""category": "Update""#),
            "no category \"Update\"",
            at: "/templates/0/category",
            line: 5,
            hint: "Updates"
        ),
        Fault(
            "unknown agent",
            AuthoringFixture.file().replacing(#""agent": "mila""#, with: #""agent": "milla""#),
            "no agent script",
            at: "/campaigns/0/channels/0/agent",
            line: 7,
            hint: "mila"
        ),
        Fault(
            "unknown channel of a campaign",
            AuthoringFixture.file().replacing(#""type": "chat""#, with: #""type": "chatt""#),
            "not a known type",
            at: "/campaigns/0/channels/0/type",
            line: 7,
            hint: "chat"
        ),
        Fault(
            "locale",
            AuthoringFixture.file(campaign: #", "locale": "english (uk)""#),
            "no language tag",
            at: "/campaigns/0/locale",
            line: 7
        ),
        Fault(
            "agent that looks like a path",
            AuthoringFixture.file().replacing(#""agent": "mila""#, with: #""agent": "../mila""#),
            "cannot be used as agent",
            at: "/campaigns/0/channels/0/agent",
            line: 7
        ),
        Fault(
            "no receiver",
            AuthoringFixture.file().replacing(#""receivers": ["ana"]"#, with: #""receivers": []"#),
            "at least one receiver",
            at: "/messages/0/receivers",
            line: 8
        ),
        Fault(
            "receiver that begins with a blank",
            AuthoringFixture.file().replacing(#""receivers": ["ana"]"#, with: #""receivers": [" ana"]"#),
            "cannot be a user's id",
            at: "/messages/0/receivers/0",
            line: 8
        ),
        Fault(
            "variables of a stranger",
            AuthoringFixture.file(message: #", "variables": {"anna": {"eta": "x"}}"#),
            "no receiver of this message",
            at: "/messages/0/variables/anna",
            line: 8,
            hint: "ana"
        ),
        Fault(
            "unknown variable",
            AuthoringFixture.file(message: #", "variables": {"ana": {"etta": "x"}}"#),
            "no member \"etta\"",
            at: "/messages/0/variables/ana/etta",
            line: 8,
            hint: "eta"
        ),
        Fault(
            "no duration",
            AuthoringFixture.file(message: #", "sentAgo": "yesterday""#),
            "no duration",
            at: "/messages/0/sentAgo",
            line: 8
        ),
        Fault(
            "variable key",
            AuthoringFixture.file().replacing(
                #""variables": [{"key": "eta""#,
                with: #""variables": [{"key": "1st"}, {"key": "eta""#
            ),
            "cannot be a variable's key",
            at: "/templates/0/variables/0/key",
            line: 6
        ),
        Fault(
            "required variable without a value",
            AuthoringFixture.file().replacing(#", "default": "soon""#, with: #", "required": true"#),
            "lacks the variable \"eta\"",
            at: "/messages/0",
            line: 8
        ),
        Fault(
            "two of one name",
            AuthoringFixture.file().replacing(
                #"{"id": "ana", "name": "Ana"}"#,
                with: "{\"id\": \"ana\"},\n{\"id\": \"ana\"}"
            ),
            "used twice among users",
            at: "/users/1",
            line: 3,
            hint: "a.json:2"
        ),
        Fault(
            "a member given twice",
            "{\"herald\": 1, \"users\": [{\"id\": \"a\",\n \"id\": \"b\"}]}",
            "the key \"id\" is given twice",
            at: "/users/0/id",
            line: 2
        ),
        Fault(
            "a list given twice",
            "{\"herald\": 1, \"users\": [{\"id\": \"a\"}],\n \"users\": []}",
            "the key \"users\" is given twice",
            at: "/users",
            line: 2
        ),
        Fault(
            "a member of a card given twice",
            AuthoringFixture.file(
                card: AuthoringFixture.card(#"{"id": "t", "type": "text", "content": "x", "content": "y"}"#)
            ),
            "the key \"content\" is given twice",
            at: "/templates/0/card/body/0/content",
            line: 6
        ),
        Fault(
            "a template named like a part of a path",
            "{\"herald\": 1, \"templates\": [\n{\"templateId\": \"categories\", \"name\": \"C\", \"card\": {}}]}",
            "\"categories\" cannot be used as templateId",
            at: "/templates/0/templateId",
            line: 2,
            hint: "choose another"
        ),
        Fault(
            "a feed channel named like a part of a path",
            "{\"herald\": 1, \"feedChannels\": [\n"
                + "{\"channelId\": \"availability\", \"name\": \"A\", \"type\": \"in_app\"}]}",
            "\"availability\" cannot be used as channelId",
            at: "/feedChannels/0/channelId",
            line: 2,
            hint: "choose another"
        ),
        Fault(
            "retention for longer than anybody lives",
            AuthoringFixture.file(template: #", "retentionHours": 1e15"#),
            "hours",
            at: "/templates/0/retentionHours",
            line: 6
        ),
        Fault(
            "retention for nearly ever",
            AuthoringFixture.file(template: #", "retentionHours": 1e300"#),
            "hours",
            at: "/templates/0/retentionHours",
            line: 6
        ),
        Fault(
            "missing include right in the folder",
            AuthoringFixture.file(card: #"{"$file": "none.json"}"#),
            "cannot be read",
            at: "/templates/0/card/$file",
            line: 6
        ),
        Fault(
            "no feed channel",
            AuthoringFixture.file().replacing(#""type": "in_app""#, with: #""type": "in_app", "enabled": false"#),
            "no enabled feed channel",
            at: "/templates",
            line: 5
        ),
    ]

    @Test("a fault is reported once, with place, pointer and advice", arguments: faults)
    func reported(fault: Fault) throws {
        let fixture = try AuthoringFixture([
            "campaigns/a.json": fault.text, "agents/mila.lua": "return {}", "secret.json": "{}",
            "outside/secret.json": "{}", "campaigns/cards/parcel.json": AuthoringFixture.card(""),
        ])
        defer { fixture.remove() }
        try fixture.link("campaigns/link", to: "outside")
        let problems = try fixture.check().findings
        #expect(problems.count == 1, "\(problems)")
        let problem = try #require(problems.first)
        #expect(problem.severity == (fault.testDescription == "no feed channel" ? .warning : .error))
        #expect(problem.message.contains(fault.message), "\(problem.message)")
        #expect(problem.pointer == fault.pointer)
        #expect(problem.place?.file == fixture.campaigns + "/a.json")
        #expect(problem.place?.line == fault.line)
        if let hint = fault.hint { #expect(problem.hint?.contains(hint) == true, "\(problem.hint ?? "no hint")") }
    }

    @Test("faults of syntax have line and column, also in an included file")
    func syntax() throws {
        let fixture = try AuthoringFixture([
            "campaigns/a.json": "{\"herald\": 1,\n \"users\": [,]}",
            "campaigns/b.json": AuthoringFixture.file(card: #"{"$file": "cards/broken.json"}"#),
            "campaigns/cards/broken.json": "{\n\n\"version\": 1.0.0}", "agents/mila.lua": "return {}",
        ])
        defer { fixture.remove() }
        let problems = try fixture.check().findings
        let places = problems.compactMap(\.place).map { "\($0.file.dropFirst(fixture.campaigns.count)):\($0.line)" }
        #expect(places.contains("/a.json:2"))
        #expect(places.contains("/cards/broken.json:3"))
        #expect(problems.allSatisfy { $0.severity == .error })
    }

    @Test("what is wrong with a file that two templates include is told once")
    func sharedInclude() throws {
        let one = #"{"templateId": "a", "name": "A", "card": {"$file": "cards/a.json"}}"#
        let fixture = try AuthoringFixture([
            "campaigns/a.json": #"{"herald": 1, "templates": [\#(one), \#(one.replacing("\"a\"", with: "\"b\""))]}"#,
            "campaigns/cards/a.json": "{\"version\": \"1.0\",\n\"version\": \"1.0\"}",
        ])
        defer { fixture.remove() }
        let twice = try fixture.check().findings.filter { $0.message.contains("given twice") }
        #expect(twice.map(\.place) == [SourcePlace(file: fixture.campaigns + "/cards/a.json", line: 2, column: 1)])
        try Data("{".utf8).write(to: URL(filePath: fixture.campaigns + "/cards/a.json"))
        #expect(try fixture.check().findings.filter { $0.severity == .error }.count == 1)
    }

    @Test("a campaign file that leads out of its folder is not read, one that stays in it is")
    func links() throws {
        let fixture = try AuthoringFixture([
            "secret.json": #"{"herald": 1, "users": [{"id": "secret"}]}"#,
            "campaigns/data/b.json": #"{"herald": 1, "users": [{"id": "ben"}]}"#,
        ])
        defer { fixture.remove() }
        try fixture.link("campaigns/a.json", to: "secret.json")
        try fixture.link("campaigns/b.json", to: "campaigns/data/b.json")
        try fixture.link("way", to: "campaigns")
        for folder in ["campaigns", "way"] {
            let texts = try AuthoringTexts.read(folder: "\(fixture.root)/\(folder)")
            #expect(texts.texts.map(\.name) == ["b.json"])
            let findings = CampaignFiles.check(texts).findings
            #expect(findings.map(\.message) == ["\(texts.prefix)a.json leads out of its folder through a link"])
        }
    }

    @Test("a fault of meaning in an included file points into that file")
    func included() throws {
        let card =
            "{\"version\": \"1.0\",\n\"style\": {\"background\": {\"light\": \"transparent\", \"dark\": \"transparent\"}},\n"
            + "\"body\": [\n{\"id\": \"t\", \"type\": \"tex\", \"content\": \"x\"},\n"
            + "{\"id\": \"u\", \"type\": \"text\", \"content\": \"y\"}]}"
        let fixture = try AuthoringFixture([
            "campaigns/a.json": AuthoringFixture.file(card: #"{"$file": "cards/parcel.json"}"#),
            "campaigns/cards/parcel.json": card, "agents/mila.lua": "return {}",
        ])
        defer { fixture.remove() }
        let problem = try #require(try fixture.check().findings.first)
        #expect(problem.place == SourcePlace(file: fixture.campaigns + "/cards/parcel.json", line: 4, column: 21))
    }

    @Test("every fault is reported, and loading throws the first with all of them")
    func all() throws {
        let fixture = try AuthoringFixture([
            "campaigns/a.json": AuthoringFixture.file(template: #", "lable": 1"#, message: #", "sentAgo": "x""#),
            "campaigns/b.json": "{}", "agents/mila.lua": "return {}",
        ])
        defer { fixture.remove() }
        #expect(try fixture.check().findings.count == 3)
        let error = #expect(throws: HeraldError.self) { try fixture.load() }
        #expect(error?.code == .badAuthoring)
        #expect(error?.message.hasSuffix("(and 2 more)") == true)
        #expect(error?.details["problems"].array?.count == 3)
    }

    @Test("of very many faults the first are told, in no time")
    func many() throws {
        let users = Array(repeating: #"{"idd": 1}"#, count: 10_000).joined(separator: ",\n")
        let fixture = try AuthoringFixture(["campaigns/a.json": "{\"herald\": 1, \"users\": [\(users)]}"])
        defer { fixture.remove() }
        let findings = try fixture.check().findings
        #expect(findings.count == 100)
        #expect(findings.last?.pointer == "/users/49")
    }

    @Test("folders without campaign files are refused", arguments: ["campaigns", "none", "campaigns/a.txt"])
    func folders(name: String) throws {
        let fixture = try AuthoringFixture(["campaigns/a.txt": "no json"])
        defer { fixture.remove() }
        let error = #expect(throws: HeraldError.self) { try fixture.load(name) }
        #expect(error?.code == .badAuthoring)
    }

    @Test("pipes and folders that are named like files neither block nor crash")
    func oddFiles() throws {
        let fixture = try AuthoringFixture(["campaigns/folder.json/x": ""])
        defer { fixture.remove() }
        try fixture.pipe("campaigns/pipe.json")
        let problems = try fixture.check().findings
        #expect(problems.count == 2)
        #expect(problems.allSatisfy { $0.message.contains("not an ordinary file") })
    }
}
