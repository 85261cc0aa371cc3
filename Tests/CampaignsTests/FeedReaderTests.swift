import Testing
import Values

@testable import Campaigns

@Suite("Feed reader")
struct FeedReaderTests {
    /// Pages by cursor id, the first under "".
    private func transport(_ pages: [String: (ids: [String], next: String?)]) -> ScriptedTransport {
        ScriptedTransport(answer: { request in
            let id = request.url.split(separator: "&").first { $0.contains("id=") }.map {
                String($0.split(separator: "=")[1])
            }
            guard let page = pages[id ?? ""] else { throw HeraldError(.notFound, "no page \(id ?? "")") }
            let data = page.ids.map { #"{"id": "\#($0)"}"# }.joined(separator: ",")
            let meta = page.next.map { #"{"next": {"affix": "append", "sentAt": 1, "id": "\#($0)"}}"# } ?? "{}"
            return HTTPResponse(status: 200, body: Array(#"{"data": [\#(data)], "meta": \#(meta)}"#.utf8))
        })
    }

    private func reader(
        _ transport: ScriptedTransport,
        _ query: FeedQuery = FeedQuery(limit: 2),
        log: @escaping LogSink = { _, _ in }
    ) -> FeedReader {
        let client = CampaignClient(server: "http://h?x&", credentials: Credentials(), transport: transport, log: log)
        return FeedReader(client: client, query: query)
    }

    @Test("pages come one by one, then nothing, without a request")
    func pages() async throws {
        let transport = transport(["": (["a", "b"], "b"), "b": (["c"], nil)])
        let reader = reader(transport)
        #expect(try await reader.next().map(\.id) == ["a", "b"])
        #expect(try await reader.next().map(\.id) == ["c"])
        #expect(try await reader.next().isEmpty)
        #expect(try await reader.next().isEmpty)
        #expect(transport.requests.count == 2)
    }

    @Test("an item that moved to the next page is not seen twice, and a page of repeats is not the end")
    func repeats() async throws {
        let reader = reader(transport(["": (["a", "b"], "1"), "1": (["b", "a"], "2"), "2": (["b", "c", "c"], nil)]))
        #expect(try await reader.next().map(\.id) == ["a", "b"])
        #expect(try await reader.next().map(\.id) == ["c"])
        #expect(try await reader.next().isEmpty)
    }

    @Test("a server that goes in circles is left")
    func circle() async throws {
        let transport = transport(["": (["a"], "1"), "1": (["b"], "2"), "2": (["a"], "1")])
        let reader = reader(transport)
        #expect(try await reader.next().map(\.id) == ["a"])
        #expect(try await reader.next().map(\.id) == ["b"])
        #expect(try await reader.next().isEmpty)
        #expect(transport.requests.count == 3)
    }

    @Test("calls that overlap each get a page of their own")
    func overlap() async throws {
        let reader = reader(transport(["": (["a"], "1"), "1": (["b"], "2"), "2": (["c"], nil)]))
        let ids = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<5 { group.addTask { try await reader.next().map(\.id) } }
            return try await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        #expect(ids.sorted { $0.joined() < $1.joined() } == [[], [], ["a"], ["b"], ["c"]])
    }

    @Test("after an error the same page is asked again")
    func retry() async throws {
        let fails = Lock(true)
        let transport = ScriptedTransport(answer: { _ in
            if fails.withLock({ $0 }) { throw HeraldError(.network, "broken") }
            return HTTPResponse(status: 200, body: Array(#"{"data": [{"id": "a"}]}"#.utf8))
        })
        let reader = reader(transport)
        await #expect(throws: HeraldError.self) { try await reader.next() }
        fails.withLock { $0 = false }
        #expect(try await reader.next().map(\.id) == ["a"])
    }

    @Test("a page of the old category is dropped with a word, and the new one keeps every other option")
    func restart() async throws {
        let asked = Journal<String>()
        let release = AsyncStream<Void>.makeStream()
        let transport = ScriptedTransport(answer: { request in
            asked.add(request.url)
            let isOld = request.url.contains("Old")
            if isOld { for await _ in release.stream { break } }
            return HTTPResponse(status: 200, body: Array(#"{"data": [{"id": "\#(isOld ? "old" : "new")"}]}"#.utf8))
        })
        let lines = Journal<String>()
        let query = FeedQuery(
            limit: 2,
            readState: .unread,
            category: "Old",
            channelId: "inbox",
            tags: ["t", "u"],
            dateFrom: Instant(milliseconds: 1000),
            dateTo: Instant(milliseconds: 9000)
        )
        let reader = reader(transport, query) { level, line in lines.add("\(level.rawValue) \(line)") }
        let late = Task { try await reader.next() }
        _ = await asked.wait(for: 1)
        await reader.select(category: "New")
        release.continuation.yield()
        let error = await #expect(throws: HeraldError.self) { try await late.value }
        #expect(error?.code == .cancelled)
        #expect(try await reader.next().map(\.id) == ["new"])
        let kept = "&channelId=inbox&tags=t%2Cu&dateFrom=1&dateTo=9"
        #expect(asked.entries[1].hasSuffix("?limit=2&readState=unread&templateCategory=New" + kept))
        #expect(lines.entries.count == 1 && lines.entries[0].hasPrefix("debug"))
        #expect(lines.entries[0].contains("dropped"))
    }

    @Test("a call that waits for its turn can be cancelled, and the others go on")
    func cancelWaiting() async throws {
        let asked = Journal<String>()
        let release = AsyncStream<Void>.makeStream()
        let transport = ScriptedTransport(answer: { request in
            asked.add(request.url)
            for await _ in release.stream { break }
            return HTTPResponse(status: 200, body: Array(#"{"data": [{"id": "a"}]}"#.utf8))
        })
        let reader = reader(transport)
        let first = Task { try await reader.next() }
        _ = await asked.wait(for: 1)
        let second = Task { try await reader.next() }
        second.cancel()
        let error = await #expect(throws: HeraldError.self) { try await second.value }
        #expect(error?.code == .cancelled)
        release.continuation.yield()
        #expect(try await first.value.map(\.id) == ["a"])
        #expect(try await reader.next().isEmpty)
    }
}
