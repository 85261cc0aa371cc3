package import Values

/// The app's own handlers that `customCallback` reaches, from Swift or from scripts; the newest for an id counts.
package final class CallbackTable: Sendable {
    package typealias Handler = @Sendable (_ payload: JSON, _ context: JSON) async throws -> JSON

    private struct Entry {
        var serial: Int
        var handler: Handler
    }

    private struct State {
        var entries: [String: [Entry]] = [:]
        var lastSerial = 0
    }

    private let state = Lock(State())

    package init() {}

    /// Registers a handler and returns what ``remove(_:for:)`` takes.
    @discardableResult
    package func add(_ id: String, _ handler: @escaping Handler) -> Int {
        state.withLock { state in
            state.lastSerial += 1
            state.entries[id, default: []].append(Entry(serial: state.lastSerial, handler: handler))
            return state.lastSerial
        }
    }

    /// Removes one handler; the one before it counts again.
    package func remove(_ serial: Int, for id: String) {
        state.withLock { state in
            state.entries[id]?.removeAll { $0.serial == serial }
            if state.entries[id]?.isEmpty == true { state.entries[id] = nil }
        }
    }

    /// Calls the handler for `id`.
    ///
    /// - Throws: `unsupported` that names the id when there is none, and what the handler throws.
    func call(_ id: String?, payload: JSON, context: JSON) async throws -> JSON {
        let (handler, known) = state.withLock { state in
            (id.flatMap { state.entries[$0]?.last?.handler }, state.entries.keys.sorted())
        }
        if let handler { return try await handler(payload, context) }
        guard let id else {
            throw HeraldError(.unsupported, "the action names no callbackId, so no handler can be found")
        }
        throw HeraldError(
            .unsupported,
            "no handler for the callback \"\(id)\"",
            pointer: "/callbackId",
            hint: Suggestion.hint(for: id, among: known) ?? "register it with herald.on_callback(\"\(id)\", function)"
        )
    }
}
