import Testing

@testable import Values

@Suite("File names")
struct FileNameTests {
    @Test(
        "a name from a stranger becomes one that is only a name",
        arguments: [
            ("report.pdf", "report.pdf"), ("Bücher für Ana.pdf", "Bücher für Ana.pdf"), ("", "download"),
            (" ", "download"),
            (".", "download"), ("..", "download"), ("...", "download"), (".bashrc", "_bashrc"), ("..a", "_.a"),
            ("-rf", "_rf"), ("~", "_"), ("../../etc/passwd", "_._.._etc_passwd"), ("a/b", "a_b"), ("a\\b", "a_b"),
            ("C:\\x", "C__x"), ("a\0b", "a_b"), ("a\r\nb", "a__b"), ("a\u{1B}[31mb", "a_[31mb"),
            ("a\u{202E}gpj.exe", "a_gpj.exe"),
            ("a\u{200B}b", "a_b"), ("a\u{2028}b", "a_b"), ("CON", "_CON"), ("con.txt", "_con.txt"),
            ("nul.tar.gz", "_nul.tar.gz"),
            ("COM1", "_COM1"), ("lpt¹.x", "_lpt¹.x"), ("console.txt", "console.txt"), ("com10.txt", "com10.txt"),
            ("aux .txt", "_aux .txt"), ("a.txt. .", "a.txt"), ("a?.txt", "a_.txt"), ("a|b*c\"<>", "a_b_c___"),
            (" a ", "a"),
            ("%2e%2e%2f", "%2e%2e%2f"), ("a\u{301}.txt", "a\u{301}.txt"), ("👩🏽‍🚀.txt", "👩🏽_🚀.txt"),
        ]
    )
    func safe(text: String, expected: String) {
        let name = FileName.safe(text)
        #expect(name == expected)
        #expect(FileName.safe(name) == name)
        #expect(!FileName.namesFolder(name))
    }

    @Test("an over-long name is cut between characters and keeps its ending")
    func long() {
        let name = FileName.safe(String(repeating: "ü", count: 300) + ".pdf")
        #expect(name == String(repeating: "ü", count: 98) + ".pdf")
        #expect(FileName.safe("a" + String(repeating: "\u{301}", count: 300)) == "download")
        #expect(FileName.safe(String(repeating: "a", count: 300)).utf8.count == 200)
        let ending = FileName.safe("a." + String(repeating: "b", count: 300))
        #expect(ending.utf8.count == 200 && ending.hasPrefix("a.bbb"))
        #expect(FileName.numbered(name, 999).utf8.count <= 255)
    }

    @Test(
        "a number stands before the ending",
        arguments: [("a.txt", "a (1).txt"), ("a", "a (1)"), ("a.tar.gz", "a.tar (1).gz"), ("_bashrc", "_bashrc (1)")]
    )
    func numbered(name: String, expected: String) { #expect(FileName.numbered(name, 1) == expected) }

    @Test(
        "what leads to a folder is told apart",
        arguments: [
            ("a", false), ("..a", false), ("..", true), (".", true), ("a/b", true), ("a\\b", true), ("a\0", true),
        ]
    )
    func folders(name: String, namesFolder: Bool) { #expect(FileName.namesFolder(name) == namesFolder) }
}
