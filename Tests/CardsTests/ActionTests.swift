import Testing
import Values

@testable import Cards

@Suite("card actions")
struct ActionTests {
    @Test(
        "which control does nothing",
        arguments: [
            (#"{"type":"openUrl","url":"https://a.example"}"#, false), (#"{"type":"openUrl","url":" "}"#, true),
            (#"{"type":"openUrl","url":"https://a.example/{{id}}"}"#, true), (#"{"type":"openUrl"}"#, true),
            (#"{"type":"openUrl","url":"javascript:alert(1)"}"#, true),
            (#"{"type":"openUrl","url":"mailto:a@b.example"}"#, false),
            (#"{"type":"chatWithUser","uid":"ana"}"#, false), (#"{"type":"chatWithUser","uid":" "}"#, true),
            (#"{"type":"chatWithGroup","guid":"g"}"#, false), (#"{"type":"chatWithGroup"}"#, true),
            (#"{"type":"sendMessage","text":"hi"}"#, false), (#"{"type":"sendMessage","text":""}"#, true),
            (#"{"type":"copyToClipboard","value":" "}"#, false), (#"{"type":"copyToClipboard","value":""}"#, true),
            (#"{"type":"downloadFile","url":"https://a.example/f"}"#, false),
            (#"{"type":"downloadFile","url":"mailto:a@b.c"}"#, true),
            (#"{"type":"initiateCall","callType":"audio","uid":"u"}"#, false),
            (#"{"type":"initiateCall","callType":"audio"}"#, true),
            (#"{"type":"initiateCall","callType":"fax","uid":"u"}"#, true),
            (#"{"type":"apiCall","url":"http://a.example"}"#, false),
            (#"{"type":"apiCall","url":"file:///etc/passwd"}"#, true), (#"{"type":"customCallback"}"#, false),
            (#"{"type":"customCallback","callbackId":" "}"#, true), (#"{"type":"addToWallet","pass":1}"#, false),
            (#"{}"#, true),
        ]
    )
    func inert(action: String, isInert: Bool) throws {
        let reading = try Samples.reading(#"[{"id":"b","type":"button","label":"B","action":\#(action)}]"#)
        let tappable = try #require(reading.card?.tappables.first)
        #expect((tappable.inertReason != nil) == isInert, "\(tappable.inertReason ?? "")")
        #expect(tappable.action.text == action)
    }

    @Test(
        "a URL is refused in the same way wherever it stands",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/passwd",
            "https:www.google.com", "https:/a.example", "https://trusted.example@evil.example/", "https://2130706433/",
            "https://0x7f.1/", "https://a.example:65536/", "https://xn--a.example/", "https://a%2eexample/",
            "https://a.example/%0a", "https://a.example/\u{202E}gpj", "https://a.example/%7B%7Bid%7D%7D",
        ]
    )
    func sameGate(url: String) throws {
        let action = { (type: String) in #"{"type":"\#(type)","url":"\#(url)"}"# }
        let reading = try Samples.reading(
            #"""
            [{"id":"a","type":"button","label":"B","action":\#(action("openUrl"))},
             {"id":"b","type":"link","text":"L","action":\#(action("openUrl"))},
             {"id":"c","type":"iconButton","icon":{"name":"close"},"action":\#(action("openUrl"))},
             {"id":"d","type":"button","label":"B","action":\#(action("apiCall"))},
             {"id":"e","type":"button","label":"B","action":\#(action("downloadFile"))},
             {"id":"f","type":"markdown","content":"[x](<\#(url)>)"}]
            """#
        )
        let reasons = try #require(reading.card).tappables.map { $0.inertReason ?? "opens" }
        let refusal = #expect(throws: HeraldError.self) { try URLGate.read(url) }
        #expect(reasons == Array(repeating: refusal?.message ?? "", count: 6))
    }

    @Test("of two receivers the user counts")
    func receivers() throws {
        let reading = try Samples.reading(
            #"[{"id":"b","type":"button","label":"B","action":{"type":"sendMessage","text":"x","receiverUid":"u","receiverGuid":"g"}}]"#
        )
        guard case .button(let button) = reading.card?.body.first?.content else {
            Issue.record("no button")
            return
        }
        #expect(button.action.kind == .sendMessage(text: "x", receiver: .user("u")))
    }

    @Test("taps are numbered in reading order, hidden ones too")
    func tappables() throws {
        let reading = try Samples.reading(
            #"""
            [{"id":"md","type":"markdown","content":"[a](https://a.example) and **[b](javascript:x)**"},
             {"id":"acc","type":"accordion","header":"H","body":[{"id":"in","type":"link","text":"in","action":{"type":"customCallback"}}]},
             {"id":"row","type":"row","items":[{"id":"i","type":"iconButton","icon":{"name":"content_copy"},"action":{"type":"copyToClipboard","value":"v"}},
              {"id":"c","type":"chip","text":"chip","action":{"type":"customCallback"}},{"id":"off","type":"button","label":"off","disabled":true,"action":{"type":"customCallback"}}]}]
            """#
        )
        let card = try #require(reading.card)
        #expect(card.tappables.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(card.tappables.map(\.elementId) == ["md", "md", "in", "i", "c", "off"])
        #expect(card.tappables.map(\.label) == ["a", "b", "in", "content copy", "chip", "off"])
        #expect(card.tappables.map { $0.inertReason != nil } == [false, true, false, false, false, true])
        #expect(try card.tappable("in").number == 3)
        #expect(try card.tappable("4").elementId == "i")
        #expect { try card.tappable("chop") } throws: { ($0 as? HeraldError)?.code == .badCard }
        #expect { try card.tappable("row") } throws: {
            ($0 as? HeraldError)?.message.contains("cannot be tapped") == true
        }
        #expect(card.element(id: "c")?.pointer == "/body/2/items/1")
        #expect(card.element(id: "none") == nil)
    }
}
