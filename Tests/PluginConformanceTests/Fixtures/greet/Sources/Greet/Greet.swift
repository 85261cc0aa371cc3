import Glibc
import PluginKit

/// Greets in several ways.
struct Greet: ActionPlugin {
    static let action = "greet"
    static let version = "1.2.0"

    func perform(_ action: Action, host: Host) async throws -> JSON {
        switch action["how"].string {
        case "countingly": return ["count": try await count(host)]
        case "curiously": return try await ask(host)
        case "lingeringly": return try await linger(host)
        default:
            // Which thread it is tells whether the call came here without a detour.
            let name = action["name"].string ?? "world"
            return ["text": .string("Hello, \(name)"), "thread": .int(Int64(pthread_self()))]
        }
    }

    private func count(_ host: Host) async throws -> JSON {
        let count = (try await host.store.get("count").int ?? 0) + 1
        try await host.store.set("count", .int(count))
        return .int(count)
    }

    private func ask(_ host: Host) async throws -> JSON {
        let url = try host.checkedURL("https://api.example.com/name", schemes: ["https"])
        return try await host.http.request("GET", url).json()
    }

    /// Says that it waits, and then waits for nothing but the end of its task.
    private func linger(_ host: Host) async throws -> JSON {
        _ = try? await host.callbacks.call("waiting", payload: .null, context: .null)
        let (silence, speaker) = AsyncStream<Never>.makeStream()
        for await _ in silence {}
        withExtendedLifetime(speaker) {}
        host.log.warning(Task.isCancelled ? "the task was cancelled" : "the silence ended")
        throw CancellationError()
    }
}

/// The library's one export.
@c(herald_plugin_greet) public func entry() -> UnsafeRawPointer { heraldEntry(Greet.self) }
