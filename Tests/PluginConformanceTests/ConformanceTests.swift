import CHeraldPlugin
import TestSupport
import Testing
import Values

@testable import Plugins

/// Holds every action and channel of the native plugins against the contract: those shipped, or those in the folders that
/// `HERALD_CONFORMANCE` names, see `scripts/dev/conformance`.
@Suite("A native plugin keeps the contract")
struct ConformanceTests {
    private static let pending = Int32(HERALD_PENDING)
    private static let cancelled = Int32(HERALD_E_CANCELLED)

    /// A host that never answers by itself.
    private static func silent() -> RawHost { RawHost { _ in nil } }

    @Test("is found, and says what it does and under which licence")
    func found() throws {
        try #require(!Candidate.records.isEmpty, "there is no plugin in \(Candidate.folders)")
        for record in Candidate.records {
            #expect(record.refusal == nil, "\(record.directory): \(record.refusal?.description ?? "")")
            #expect(record.manifest?.description.isEmpty == false, "\(record.directory)")
            #expect(record.manifest?.license.isEmpty == false, "\(record.directory)")
            // Those of others are read where they come from.
            let isShipped = record.directory.hasPrefix("\(Files.packageRoot)/plugins/")
            #expect(!isShipped || Files.exists("\(record.directory)/README.md"), "\(record.directory)")
        }
    }

    @Test("has a call to be held with that fits its schema", arguments: Candidate.all)
    func sample(_ candidate: Candidate) throws {
        try candidate.provision.schema?.check(candidate.sample.parameters)
        // Those that are shipped have one that makes them do what they are for.
        if Candidate.folders == ["\(Files.packageRoot)/plugins"] {
            #expect(candidate.sample.asks != nil, "plugins/\(candidate.manifest.id)/Tests/conformance.json is missing")
        }
    }

    @Test("has the entry that the manifest announces", arguments: Candidate.all)
    func entry(_ candidate: Candidate) throws {
        let entry = try RawPlugin.entry(candidate).pointee
        #expect(entry.magic == HERALD_MAGIC)
        #expect(Int(entry.size) >= MemoryLayout<herald_entry>.size)
        #expect(entry.abi_major == HERALD_ABI_MAJOR)
        #expect(entry.abi_minor <= HERALD_ABI_MINOR)
        #expect(String(cString: try #require(entry.id)) == candidate.manifest.id)
        #expect(String(cString: try #require(entry.version)) == candidate.manifest.version)
    }

    @Test("offers what the manifest promises, whole, and nothing under other names", arguments: Candidate.all)
    func interfaces(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate)
        if candidate.isChannel {
            let channel = try #require(plugin.channel)
            #expect(Int(channel.size) >= MemoryLayout<herald_channel_v1>.size)
            #expect(channel.open != nil && channel.command != nil && channel.close != nil)
        } else {
            let action = try #require(plugin.action)
            #expect(Int(action.size) >= MemoryLayout<herald_action_v1>.size)
            #expect(action.invoke != nil)
        }
        let promised = candidate.manifest.provides.map { "herald.\($0.kind.rawValue)/1" } + ["herald.health/1"]
        let other = ["herald.action/1", "herald.channel/1", "herald.action/2", "herald.nothing/1", "", "herald.action"]
        for id in other where !promised.contains(id) {
            #expect(plugin.find(id, as: UInt8.self) == nil, "\(id)")
        }
        #expect(await plugin.end() == 0)
    }

    @Test("copies what it is lent", arguments: Candidate.all)
    func borrowedText(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate, host: Self.silent())
        let answer = plugin.enter(1)
        if let asks = candidate.sample.asks {
            #expect(answer.status == Self.pending)
            let request = try #require(plugin.host.requests.first)
            #expect("\(request.service) \(request.operation)" == asks)
            if let carries = candidate.sample.carries { #expect(request.json.contains(carries)) }
        }
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.count == (answer.status == Self.pending ? 1 : 0))
        if answer.status == Self.pending { #expect(plugin.host.finishes.map(\.status) == [Self.cancelled]) }
    }

    @Test("answers each call once", arguments: Candidate.all)
    func finishes(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate)
        let answers = await plugin.answers(to: 1..<51) { _ in }
        #expect(answers.map(\.call).sorted() == Array(1...50))
        #expect(answers.allSatisfy { $0.isProper && (candidate.sample.asks == nil || $0.status == 0) }, "\(answers)")
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.count <= 50)
    }

    @Test("answers once when cancelling races the reply", arguments: Candidate.all)
    func cancelRace(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate)
        let answers = await plugin.answers(to: 1..<201) { call in
            plugin.host.enter { plugin.cancel(call) }
            plugin.cancel(call)
        }
        #expect(answers.map(\.call).sorted() == Array(1...200))
        #expect(answers.allSatisfy { $0.isProper }, "\(answers)")
        if candidate.sample.asks != nil {
            #expect(answers.allSatisfy { $0.status == 0 || $0.status == Self.cancelled }, "\(answers)")
        }
        #expect(await plugin.end() == 0)
    }

    @Test("answers ten thousand calls from eight threads, each once", arguments: Candidate.all)
    func manyThreads(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate)
        let session: UInt64 = 1
        if candidate.isChannel { _ = await plugin.answers(to: session..<session + 1) { _ in } }
        let opened = plugin.host.finishCount
        let atOnce = Lock<[RawHost.Finish]>([])
        let (threads, share): (UInt64, UInt64) = (8, 1_250)
        let ended = Lock(0)
        for thread in 0..<threads {
            RawThreads.start {
                var answers: [RawHost.Finish] = []
                for number in 0..<share {
                    let call = 1_000 + thread * share + number
                    let answer = candidate.isChannel ? plugin.command(call, session: session) : plugin.enter(call)
                    // Some are cancelled, whether or not they have ended.
                    if number % 7 == 0 { plugin.cancel(call) }
                    if let finish = RawPlugin.finish(call, answer) { answers.append(finish) }
                }
                atOnce.withLock { $0 += answers }
                ended.withLock { $0 += 1 }
            }
        }
        await plugin.host.wait(for: "the return of every call") { ended.withLock { $0 } == Int(threads) }
        await plugin.host.wait(for: "the answer to every call") {
            atOnce.withLock { $0.count } + plugin.host.finishCount - opened >= Int(threads * share)
        }
        #expect(await plugin.end() == 0)
        let answers = atOnce.withLock { $0 } + plugin.host.finishes.dropFirst(opened)
        #expect(answers.map(\.call).sorted() == Array(1_000..<1_000 + threads * share))
        #expect(answers.allSatisfy { $0.isProper })
    }

    @Test("takes a cancel that is late, early or unknown", arguments: Candidate.all)
    func oddCancels(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate, host: Self.silent())
        plugin.cancel(7)
        let isPending = plugin.enter(1).status == Self.pending
        plugin.cancel(1)
        plugin.cancel(1)
        if isPending { await plugin.host.wait(for: "the finish after the cancel") { plugin.host.finishCount > 0 } }
        plugin.cancel(1)
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.map(\.call) == (isPending ? [1] : []))
    }

    @Test("stops with calls pending, and is silent after that", arguments: Candidate.all)
    func stop(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate, host: Self.silent())
        let pending = (UInt64(1)...10).filter { plugin.enter($0).status == Self.pending }
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.map(\.call).sorted() == pending)
        #expect(plugin.host.callsAfterClose == 0)
    }

    @Test("survives parameters that are no JSON", arguments: Candidate.all)
    func badInput(_ candidate: Candidate) async throws {
        let plugin = try RawPlugin(candidate)
        for (number, text) in ["{nope", "", "null", "[]", "\"\u{0}\"", "{}", "1e400"].enumerated() {
            let answer = plugin.enter(UInt64(number + 1), parameters: text)
            #expect(answer.isProper, "\(text): \(answer)")
            // Whoever reads them says so; one that wants none may look away.
            if candidate.sample.asks != nil, text == "{nope" {
                #expect(answer.status == Int32(HERALD_E_INPUT))
                #expect(answer.error?.hasPrefix("bad_json") == true)
            }
        }
        #expect(await plugin.end() == 0)
    }

    @Test("can be created again, beside the first and after it", arguments: Candidate.all)
    func twice(_ candidate: Candidate) async throws {
        let first = try RawPlugin(candidate)
        let second = try RawPlugin(candidate)
        #expect(await first.end() == 0)
        #expect(await second.answers(to: 1..<2) { _ in }.allSatisfy { $0.isProper })
        #expect(await second.end() == 0)
    }
}

extension RawHost.Finish {
    /// Whether the status is one of the contract, and a result that it comes with is JSON.
    fileprivate var isProper: Bool { RawPlugin.isProper(status: status, result: status == 0 ? text : nil) }
}

extension RawPlugin.Answer {
    fileprivate var isProper: Bool {
        status == Int32(HERALD_PENDING) || RawPlugin.isProper(status: status, result: status == 0 ? result : nil)
    }
}

extension RawPlugin {
    fileprivate static func isProper(status: Int32, result: String?) -> Bool {
        guard status <= 0 else { return false }
        guard let result, !result.isEmpty else { return true }
        return (try? JSONText.parse(Array(result.utf8))) != nil
    }
}
