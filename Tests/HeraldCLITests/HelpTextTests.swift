import Testing

@testable import HeraldCLI

struct HelpTextTests {
    @Test func theOverviewListsEveryVerbAndStatus() {
        let text = HelpText.overview()
        for verb in CommandTable.verbs {
            #expect(text.contains("herald \(verb.name) \(verb.operands)"))
            #expect(text.contains(verb.summary))
        }
        for (status, meaning) in HeraldCLI.ExitStatus.meanings {
            #expect(text.contains("\(status.rawValue) "))
            #expect(text.contains(meaning))
        }
        #expect(text.contains("--version"))
        #expect(text.contains("HERALD_USER"))
    }

    @Test(arguments: CommandTable.verbs.map(\.name))
    func aPageListsEveryFlagOfItsVerb(name: String) throws {
        let verb = try #require(CommandTable.verbs.first { $0.name == name })
        let text = HelpText.page(for: name)
        #expect(text.hasPrefix("herald \(name): \(verb.summary)\n"))
        for flag in verb.flags {
            #expect(text.contains("  --\(flag.name)" + (flag.value.map { " \($0)" } ?? "") + "  "))
            #expect(text.contains(flag.help))
        }
        for example in verb.examples {
            #expect(text.contains(example))
            #expect(example.hasPrefix("herald \(name)"))
        }
        for line in text.split(separator: "\n") { #expect(line.last != " " && line.count <= 120, "\(line)") }
    }

    @Test func examplesParse() throws {
        for example in CommandTable.verbs.flatMap(\.examples) {
            // Quotes keep their words together, as the shell would.
            let parts = example.split(separator: "'", omittingEmptySubsequences: false)
            var words: [String] = []
            for (place, part) in parts.enumerated() {
                if place % 2 == 1 {
                    words.append(String(part))
                } else {
                    words += part.split(separator: " ").map(String.init)
                }
            }
            #expect(try CommandLineParser.parse(Array(words.dropFirst()), environment: [:]).request == .perform)
        }
    }

    @Test func noFlagOfAVerbIsThereTwice() {
        for verb in CommandTable.verbs {
            #expect(Set(verb.flags.map(\.name)).count == verb.flags.count)
            #expect(Set(verb.flags.map(\.variable)).count == verb.flags.count)
        }
    }
}
