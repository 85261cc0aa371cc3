import Foundation
import Testing
import Values

/// The published payloads beside the tests.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures"))
        return Array(try Data(contentsOf: url))
    }

    static func json(_ name: String) throws -> JSON { try JSONText.parse(try bytes(name)) }
}

/// A transport whose answers a test writes.
final class ScriptedTransport: Transport {
    typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse
    typealias Opening = @Sendable (String) async throws -> any WebSocketConnection

    private let answer: Answer
    private let opening: Opening
    private let seen = Lock<[HTTPRequest]>([])

    init(
        answer: @escaping Answer = { _ in throw HeraldError(.unreachable, "no server") },
        opening: @escaping Opening = { _ in throw HeraldError(.unreachable, "no server") }
    ) {
        self.answer = answer
        self.opening = opening
    }

    /// Answers everything with this.
    convenience init(status: Int = 200, _ body: String, headers: [(name: String, value: String)] = []) {
        self.init(answer: { _ in HTTPResponse(status: status, headers: headers, body: Array(body.utf8)) })
    }

    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        seen.withLock { $0.append(request) }
        return try await answer(request)
    }

    func connect(_ url: String, headers: [(name: String, value: String)]) async throws -> any WebSocketConnection {
        seen.withLock { $0.append(HTTPRequest("GET", url, headers: headers)) }
        return try await opening(url)
    }

    func shutDown() async {}
}

/// A WebSocket of which a test plays the other side.
final class ScriptedSocket: WebSocketConnection {
    private let incoming: AsyncThrowingStream<String, any Error>
    private let continuation: AsyncThrowingStream<String, any Error>.Continuation

    init() { (incoming, continuation) = AsyncThrowingStream.makeStream() }

    func push(_ text: String) { continuation.yield(text) }
    func finish(_ error: HeraldError? = nil) { continuation.finish(throwing: error) }

    func send(_ text: String) async throws {}
    func receive() async throws -> String? {
        for try await text in incoming { return text }
        return nil
    }
    func close(code: UInt16, reason: String) async { continuation.finish() }
}

/// What happened, in order, to wait for.
final class Journal<Entry: Sendable & Equatable>: Sendable {
    private struct State {
        var entries: [Entry] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    func add(_ entry: Entry) {
        let due = state.withLock { state in
            state.entries.append(entry)
            let count = state.entries.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    var entries: [Entry] { state.withLock { $0.entries } }

    /// The entries, as soon as there are so many.
    func wait(for count: Int) async -> [Entry] {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.entries.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
        return entries
    }
}

/// The same bits for ever.
struct FixedRandom: RandomSource {
    var bits: UInt64 = 0
    func next() -> UInt64 { bits }
}
