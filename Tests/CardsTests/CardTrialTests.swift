import CardTrial
import TestSupport
import Testing

@Suite("cards that a fuzzer begins with", .timeLimit(.minutes(1)))
struct CardTrialTests {
    private static let folder = "\(Files.packageRoot)/Tests/CardsTests/Fixtures"

    @Test("nothing of what is found is wrong", arguments: Files.names(in: "\(folder)/hostile").sorted())
    func hostile(name: String) throws {
        #expect(CardTrial.faults(of: try Files.read("\(Self.folder)/hostile/\(name)")) == [])
    }

    @Test("cut off anywhere, a card is still no trouble", arguments: Samples.names)
    func cut(name: String) throws {
        let text = try Files.read("\(Self.folder)/\(name).json")
        for end in stride(from: 0, to: text.count, by: max(1, text.count / 12)) {
            #expect(CardTrial.faults(of: Array(text[..<end])) == [], "the first \(end) bytes")
        }
        #expect(CardTrial.faults(of: text) == [])
    }
}
