import Testing
import Values

@testable import Cards

@Suite("card mutations", .timeLimit(.minutes(1)))
struct CardMutationTests {
    /// Values that stand in for others.
    private static let strangers: [JSON] = [
        nil, true, -1, 0, 1e300, 5, "x", "", "#fff", "12px", "100%", [], [:], ["a"], "京都\u{1B}[31m", 1_000_000_000_000,
        "row",
        "tabs", .string(String(repeating: "w", count: 300)), -0.5, "{{x}}", "javascript:x",
    ]

    @Test("a card with anything in any place reads and draws", arguments: [1, 2, 3] as [UInt64])
    func mutations(seed: UInt64) throws {
        var state = seed &* 88_172_645_463_325_252
        func next(_ count: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(count))
        }
        func mutated(_ value: JSON) -> JSON {
            if next(60) == 0 { return Self.strangers[next(Self.strangers.count)] }
            switch value {
            case .array(let elements): return .array(elements.map(mutated))
            case .object(let members): return .object(JSONObject(members.map { ($0.key, mutated($0.value)) }))
            default: return value
            }
        }
        let cards = try Samples.names.map { try JSONText.parse(try Samples.text($0)) }
        for _ in 0..<100 {
            let card = mutated(cards[next(cards.count)])
            let reading = CardReading.read(card)
            let width = 20 + next(80)
            let text = CardText.render(reading, options: TextOptions(width: width))
            for line in text.split(separator: "\n") where DisplayWidth.of(line) != width {
                Issue.record("width \(width), line \(line), card \(card.text)")
            }
            #expect(!reading.fallbackText.isBlank)
            try HTMLScan(try reading.rendered(as: .html)).expectSound("mutation")
            _ = try JSONText.parse(try reading.rendered(as: .json))
            _ = StrictCheck.refusals(card) + CardAdvice.notes(card)
            // Whatever was read can be written strictly, but for actions that nobody knows.
            let written = reading.card.map(CardWriter.strict)
            let refusals = written.map(StrictCheck.refusals) ?? []
            #expect(refusals.filter { !$0.pointer.contains("/action") } == [], "\(card.text)")
        }
    }
}
