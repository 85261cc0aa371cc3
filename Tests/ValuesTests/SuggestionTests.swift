import Testing

@testable import Values

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        "names the slip of the fingers and nothing else",
        arguments: [
            ("serv", "serve"), ("rnu", "run"), ("colum", "column"), ("--sever", "--server"), ("xyz", nil), ("", nil),
        ] as [(String, String?)]
    )
    func closest(word: String, expected: String?) {
        #expect(Suggestion.closest(to: word, among: ["run", "serve", "column", "--server"]) == expected)
    }

    @Test("lists the few there are when none is near")
    func lists() {
        #expect(Suggestion.hint(for: "zzz", among: ["run", "serve"]) == "known: run, serve")
    }
}
