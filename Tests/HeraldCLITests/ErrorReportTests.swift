import Testing
import Values

@testable import HeraldCLI

struct ErrorReportTests {
    private static func report(_ error: HeraldError, _ source: String? = nil) -> String {
        ErrorReport.text(error, source: source.map { Array($0.utf8) })
    }

    @Test func theWholeForm() {
        var error = HeraldError(
            .badCard,
            "unknown element type \"colum\"",
            pointer: "/body/3/type",
            hint: "did you mean \"column\"?"
        )
        error.place = SourcePlace(file: "card.json", line: 2, column: 9)
        #expect(
            Self.report(error, "{\n\"type\": \"colum\"\n}") == """
                error[bad_card]: unknown element type "colum"
                  --> card.json:2:9  (/body/3/type)
                  |
                2 | "type": "colum"
                  |         ^ did you mean "column"?

                """
        )
    }

    @Test(arguments: [
        (HeraldError(.failed, "no"), "error[failed]: no\n"),
        (HeraldError(.failed, "no", hint: "do"), "error[failed]: no\n  help: do\n"),
        (HeraldError(.failed, "no", pointer: ""), "error[failed]: no\n  --> the root\n"),
        (HeraldError(.failed, "no", pointer: "/a"), "error[failed]: no\n  --> /a\n"),
        (
            HeraldError(.failed, "no", hint: "do", place: SourcePlace(file: "a", line: 9)),
            "error[failed]: no\n  --> a:9\n  help: do\n"
        ),
        (
            HeraldError(.failed, "no", traceback: "stack traceback:\n\ta:1: in f"),
            "error[failed]: no\n  stack traceback:\n      a:1: in f\n"
        ),
        (
            HeraldError(.failed, "no", cause: HeraldError(.io, "disk", cause: HeraldError(.server, "far"))),
            "error[failed]: no\n  caused by: io: disk\n  caused by: server: far\n"
        ),
        (HeraldError("", "no"), "error: no\n"), (HeraldError("a\u{1B}\nb", "no"), "error[a\\u{1b}\\u{a}b]: no\n"),
        (
            HeraldError(HeraldError.Code(rawValue: String(repeating: "c", count: 1000)), "no"),
            "error[\(String(repeating: "c", count: 60))]: no\n"
        ),
        // What a stranger wrote cannot drive the terminal.
        (
            HeraldError(.failed, "a\u{1B}[2Jb\u{7}c\u{202E}d\u{9B}e"),
            "error[failed]: a\\u{1b}[2Jb\\u{7}c\\u{202e}d\\u{9b}e\n"
        ),
        (HeraldError(.failed, "no", hint: "a\u{1B}"), "error[failed]: no\n  help: a\\u{1b}\n"),
        (HeraldError(.failed, "no", pointer: "/\u{1B}"), "error[failed]: no\n  --> /\\u{1b}\n"),
    ])
    func withoutASource(error: HeraldError, expected: String) {
        #expect(Self.report(error) == expected)
    }

    @Test("every problem of an input is told, up to a bound", arguments: [2, 20, 21, 300])
    func problems(count: Int) {
        let texts = (1...count).map { "a.json:\($0):1: bad_authoring: p\($0)" }
        let error = HeraldError(.badAuthoring, "p1", details: ["problems": .array(texts.map(JSON.string))])
        let lines = Self.report(error).split(separator: "\n").map(String.init)
        let shown = min(count, 20)
        #expect(lines.prefix(shown) == ["error[bad_authoring]: p1"] + texts[1..<shown].map { "  also: \($0)" })
        #expect(lines.dropFirst(shown) == (count > 20 ? ["  and \(count - 20) more"] : []))
    }

    @Test("a pointer of a thousand levels is cut in the middle")
    func longPointer() {
        let pointer = "/start" + String(repeating: "/0", count: 1000) + "/end"
        let line = Self.report(HeraldError(.badJSON, "deep", pointer: pointer)).split(separator: "\n")[1]
        #expect(line.hasPrefix("  --> /start/0/0") && line.contains("/0/…/0") && line.hasSuffix("/0/end"))
        #expect(line.utf8.count < 150)
    }

    @Test(
        arguments: [
            // Tabs stay, and the caret stands under its character.
            ("\tlocal x = = 1", 12, "\tlocal x = = 1", "\t          ^"),
            // Columns count bytes; a letter of two bytes takes one column, a wide one two, a combining one none.
            ("ä = x", 6, "ä = x", "    ^"),
            ("日本 x", 8, "日本 x", "     ^"),
            ("e\u{301}x", 4, "e\u{301}x", " ^"),
            ("🙂 x", 6, "🙂 x", "   ^"),
            // Within a character the caret stands at its start.
            ("äx", 2, "äx", "^"),
            // The end of the line, and past it.
            ("ab", 3, "ab", "  ^"),
            ("ab", 4, "ab", nil), ("ab", 0, "ab", nil), ("", 1, "", "^"),
            // A control character is shown as it is written, and moves the caret.
            ("a\u{1B}b", 3, "a\\u{1b}b", "       ^"),
            // Lines that end in CR LF.
            ("ab\r", 2, "ab", " ^"),
            // Bytes that are no UTF-8.
            ("plain", nil, "plain", nil),
        ] as [(String, Int?, String, String?)]
    )
    func theCaretStandsUnderTheFault(line: String, column: Int?, shown: String, caret: String?) {
        var error = HeraldError(.failed, "no")
        error.place = SourcePlace(file: "f", line: 1, column: column)
        let lines = Self.report(error, line + "\nnext").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[3] == "1 | \(shown)")
        if let caret { #expect(lines[4] == "  | \(caret)") } else { #expect(lines.count == 5) }
    }

    @Test(arguments: [1, 80, 81, 500, 960, 1000, 1001])
    func ofALongLineThePartAroundTheFaultIsShown(column: Int) throws {
        var line =
            String(repeating: "a", count: column - 1) + "X" + String(repeating: "b", count: max(0, 1000 - column))
        if column == 1001 { line = String(repeating: "a", count: 1000) }
        let excerpt = SourceExcerpt(Array(line.utf8), column: column)
        #expect(excerpt.text.count <= 162)
        let lead = try #require(excerpt.lead)
        #expect(excerpt.text.hasPrefix(lead))
        if column < 1001 { #expect(excerpt.text.dropFirst(lead.count).first == "X") }
        #expect(excerpt.text.hasPrefix("…") == (column > 81))
        #expect(excerpt.text.hasSuffix("…") == (column < 920))
    }

    @Test func aLongLineIsCutBetweenCharacters() throws {
        let line = Array(String(repeating: "é", count: 500).utf8)
        for column in [1, 2, 3, 400, 401, 402, 999, 1000, 1001] {
            let excerpt = SourceExcerpt(line, column: column)
            #expect(!excerpt.text.contains("\u{FFFD}"))
            #expect(!(try #require(excerpt.lead).contains("\u{FFFD}")))
        }
    }

    @Test func aSourceThatDoesNotReachThereIsLeftOut() {
        var error = HeraldError(.failed, "no", hint: "do")
        error.place = SourcePlace(file: "f", line: 5, column: 1)
        #expect(Self.report(error, "one\ntwo") == "error[failed]: no\n  --> f:5:1\n  help: do\n")
    }

    @Test func colourIsForPeopleOnly() {
        let error = HeraldError(.failed, "no", hint: "do")
        #expect(ErrorReport.text(error, color: true).contains("\u{1B}[1;31merror[failed]:\u{1B}[0m no"))
        #expect(!ErrorReport.text(error, color: false).contains("\u{1B}"))
    }
}
