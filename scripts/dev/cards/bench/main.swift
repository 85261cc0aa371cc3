import Cards
import Glibc
import Values

/// Times what becomes of cards, on one core: medians of rounds, processor time.
enum Bench {
    private static let rounds = 15

    static func run(files: [String]) throws {
        let texts = try files.map { (name: String($0.split(separator: "/").last ?? ""), text: try TextFile.read($0)) }
        memory()
        print("\nmicroseconds a card\(pad("", 22))bytes  simdjson   read+check+html   strict   terminal text")
        for (name, text) in texts.sorted(by: { $0.text.count < $1.text.count }) { cardLine(name, text) }
        // About 2 KB, the size that most cards have.
        let small = simple(elements: 17)
        cardLine("2 KB of plain elements", small)
        feed(texts.map(\.text))
        curve()
    }

    private static func cardLine(_ name: String, _ text: [UInt8]) {
        let bare = micros { _ = text.withUnsafeBytes { WrittenJSON(checking: $0) } }
        let html = micros { all(text) }
        let json = (try? JSONText.parse(text)) ?? .null
        let strict = micros { _ = StrictCheck.refusals(json) }
        let reading = CardReading.read(text: text)
        let terminal = micros { _ = CardText.render(reading, options: TextOptions(width: 72, color: .truecolor)) }
        print(
            "  \(pad(name, 36))\(left(text.count, 8))\(left(bare, 10))\(left(html, 18))\(left(strict, 9))\(left(terminal, 16))"
        )
    }

    /// What a card goes through on its way to a page.
    private static func all(_ text: [UInt8]) {
        let reading = CardReading.read(text: text)
        if let json = try? JSONText.parse(text) { _ = CardAdvice.notes(json, byteCount: text.count) }
        _ = CardHTML.render(reading)
    }

    private static func feed(_ texts: [[UInt8]]) {
        let start = processorTime()
        for place in 0..<1000 { all(texts[place % texts.count]) }
        let html = Double(processorTime() - start) / 1e6
        let again = processorTime()
        for place in 0..<1000 { _ = CardText.render(CardReading.read(text: texts[place % texts.count])) }
        let terminal = Double(processorTime() - again) / 1e6
        print("\na feed of 1,000 cards as they are shipped: \(short(html)) ms to pages, \(short(terminal)) ms to a terminal")
    }

    private static func curve() {
        print("\nmicroseconds an element (flat is right)")
        for count in [10, 100, 1_000, 10_000] {
            let text = simple(elements: count)
            let html = micros(count: max(1, 2_000 / count)) { all(text) } / Double(count)
            let reading = CardReading.read(text: text)
            let terminal = micros(count: max(1, 2_000 / count)) { _ = CardText.render(reading) } / Double(count)
            print("  \(left(count, 6)) elements\(left(html, 8)) to a page\(left(terminal, 8)) to a terminal")
        }
    }

    private static func memory() {
        let text = simple(elements: 9_000)
        let before = peak()
        all(text)
        let grown = Double(peak() - before) / 1024
        let size = Double(text.count) / 1_048_576
        print("peak memory for a card of \(short(size)) MB, beyond what was there: \(short(grown / size)) MB a MB")
    }

    /// A card of texts and buttons.
    private static func simple(elements: Int) -> [UInt8] {
        let body = (0..<elements).map { place -> JSON in
            let id = JSON.string("e\(place)")
            return place % 4 == 3
                ? ["id": id, "type": "button", "label": "Go on", "action": ["type": "openUrl", "url": "https://example.com/a"]]
                : ["id": id, "type": "text", "content": "Your parcel \(JSON.int(Int64(place)).text) is on its way to you"]
        }
        let card: JSON = ["version": "1.0", "fallbackText": "A card", "style": [:], "body": .array(body)]
        return Array(card.text.utf8)
    }

    /// Median microseconds of one call.
    private static func micros(count: Int = 40, _ body: () -> Void) -> Double {
        body()
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = processorTime()
            for _ in 0..<count { body() }
            times.append(Double(processorTime() - start) / 1000 / Double(count))
        }
        return times.sorted()[rounds / 2]
    }

    private static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Most memory so far, KiB.
    private static func peak() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }

    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func left(_ number: Double, _ width: Int) -> String { left(short(number), width) }

    private static func left(_ number: Int, _ width: Int) -> String { left(String(number), width) }

    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

try Bench.run(files: Array(CommandLine.arguments.dropFirst()))
