package import Values

/// Performs effects through the host's environment, or only notes them where there is none, and remembers them in order.
package final class EffectLog: Sendable {
    /// Names one action while it runs, so that its effects can be told from those of others; plugins carry it as the
    /// mark of their call.
    package typealias Tag = UInt64

    private struct State {
        var entries: [(effect: Effect, tag: Tag)] = []
        var lastTag: Tag = 0
    }

    private let environment: (any HostEnvironment)?
    private let state = Lock(State())

    package init(environment: (any HostEnvironment)?) { self.environment = environment }

    /// A tag that was not used before.
    func newTag() -> Tag {
        state.withLock { state in
            state.lastTag += 1
            return state.lastTag
        }
    }

    /// Performs an effect of an action; one that failed is not remembered.
    func perform(_ effect: Effect, tag: Tag) async throws -> JSON {
        let result = try await environment?.perform(effect) ?? .null
        state.withLock { $0.entries.append((effect, tag)) }
        return result
    }

    /// Every effect so far.
    package var all: [Effect] { state.withLock { $0.entries.map(\.effect) } }

    /// The effects of one action.
    func effects(of tag: Tag) -> [Effect] {
        state.withLock { $0.entries.filter { $0.tag == tag }.map(\.effect) }
    }
}
