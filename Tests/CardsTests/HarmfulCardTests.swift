import CardTrial
import Glibc
import Testing
import Values

@testable import Cards

/// One after the other: each keeps a thread busy, and other tests need one.
@Suite("cards made to do harm", .serialized, .timeLimit(.minutes(2)))
struct HarmfulCardTests {
    private static func card(_ body: String) -> String {
        #"{"version":"1.0","fallbackText":"A card","style":{},"body":["# + body + "]}"
    }

    private static func text(_ id: String, _ content: String) -> String {
        #"{"id":"\#(id)","type":"text","content":"\#(content)"}"#
    }

    private static func nested(_ levels: Int) -> String {
        let open = String(repeating: #"{"id":"d","type":"column","items":["#, count: levels)
        return card(open + text("e", "deep") + String(repeating: "]}", count: levels))
    }

    private static let long = String(repeating: "w", count: 1_000_000)
    private static let breakable = String(repeating: "京 a ", count: 40_000)

    private static let cards: [(name: String, text: String)] = [
        ("100,000 brackets", String(repeating: "[", count: 100_000)),
        ("100,000 objects", String(repeating: #"{"a":"#, count: 100_000)),
        ("deeper than JSON may be", nested(20_000)),
        ("as deep as JSON may be", nested(300)),
        ("a text of 1 MB without a blank", card(text("l", long))),
        ("a long text with blanks", card(text("l", breakable))),
        ("long markdown", card(#"{"id":"m","type":"markdown","content":"\#(breakable)"}"#)),
        (
            "an unclosed link of markdown, often",
            card(
                #"{"id":"m","type":"markdown","content":"\#(String(repeating: "[a](", count: 20_000))"}"#
            )
        ),
        (
            "quotes in quotes of markdown",
            card(
                #"{"id":"m","type":"markdown","content":"\#(String(repeating: "> ", count: 20_000))x"}"#
            )
        ),
        (
            "stars of markdown",
            card(#"{"id":"m","type":"markdown","content":"\#(String(repeating: "*a_", count: 20_000))"}"#)
        ),
        ("an id of 1 MB", card(text(long, "x"))),
        ("a type of 1 MB", card(#"{"id":"t","type":"\#(long)"}"#)),
        ("a key of 1 MB", card(#"{"id":"t","type":"text","content":"x","\#(long)":1}"#)),
        (
            "a URL of 1 MB",
            card(
                #"{"id":"b","type":"button","label":"go","action":{"type":"openUrl","url":"https://a.example/\#(long)"}}"#
            )
        ),
        (
            "ids that name each other and places",
            card(
                (0..<500).map { text("/body/\(($0 + 1) % 500)", "{{/body/\($0)}}") }.joined(separator: ",")
            )
        ),
        ("one id, 1,000 times", card((0..<1_000).map { _ in text("a", "x") }.joined(separator: ","))),
        ("10,000 elements", card((0..<10_000).map { text("e\($0)", "x") }.joined(separator: ","))),
        (
            "600 tabs",
            card(
                #"{"id":"t","type":"tabs","tabs":["#
                    + (0..<600).map { #"{"label":"\#($0)","content":[\#(text("c\($0)", "x"))]}"# }.joined(
                        separator: ","
                    )
                    + "]}"
            )
        ),
        (
            "a table of 50 by 300",
            card(
                #"{"id":"t","type":"table","columns":["# + (0..<50).map { #""c\#($0)""# }.joined(separator: ",")
                    + #"],"rows":["#
                    + (0..<300).map { _ in "[" + Array(repeating: #""x""#, count: 50).joined(separator: ",") + "]" }
                    .joined(separator: ",") + "]}"
            )
        ),
        ("combining marks without end", card(text("z", "e" + String(repeating: "\u{301}", count: 100_000)))),
    ]

    @Test("harm nobody", arguments: cards.map(\.name))
    func harmless(name: String) throws {
        let card = try #require(Self.cards.first { $0.name == name })
        let start = Self.processorTime()
        #expect(CardTrial.faults(of: Array(card.text.utf8)) == [])
        // Unoptimized and looked at from all sides; what is not linear takes minutes here.
        #expect(Self.processorTime() - start < 30)
    }

    @Test("take a time that grows as they do")
    func linear() throws {
        func seconds(_ count: Int) -> Double {
            let text = Array(
                Self.card((0..<count).map { Self.text("e\($0)", "words to read") }.joined(separator: ",")).utf8
            )
            let start = Self.processorTime()
            let reading = CardReading.read(text: text)
            _ = CardHTML.render(reading)
            _ = CardText.render(reading)
            return Self.processorTime() - start
        }
        _ = seconds(100)
        let (small, large) = (seconds(100), seconds(1_000))
        #expect(large < 30 * small, "\(small) s for 100 elements, \(large) s for 1,000")
    }

    /// Of this thread, so that others on the machine do not count.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
