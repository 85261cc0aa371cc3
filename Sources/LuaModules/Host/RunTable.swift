internal import Scripting
internal import Values

/// The runs of a runtime: who shuts it down ends them first.
final class RunTable: Sendable {
    private struct Run {
        let state: ScriptState
        /// Finishes when the run has given everything back.
        let ended: AsyncStream<Never>
        let mark: AsyncStream<Never>.Continuation
    }

    private struct State {
        var runs: [Int: Run] = [:]
        var lastID = 0
        var ending: Task<Void, Never>?
    }

    private let state = Lock(State())

    /// Whether runs are ended and none begins any more.
    var isOver: Bool { state.withLock { $0.ending != nil } }

    /// Takes a run in and returns what ``remove(_:)`` takes; `nil` when none may begin any more.
    func add(_ script: ScriptState) -> Int? {
        let (ended, mark) = AsyncStream<Never>.makeStream()
        return state.withLock { state in
            guard state.ending == nil else { return nil }
            state.lastID += 1
            state.runs[state.lastID] = Run(state: script, ended: ended, mark: mark)
            return state.lastID
        }
    }

    func remove(_ id: Int) { state.withLock { $0.runs.removeValue(forKey: id) }?.mark.finish() }

    /// Ends every run, then does `rest`; once only, whoever asks again gets the same task.
    func end(then rest: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        state.withLock { state in
            if let ending = state.ending { return ending }
            let runs = Array(state.runs.values)
            let ending = Task {
                for run in runs { await run.state.close() }
                for run in runs { for await _ in run.ended {} }
                await rest()
            }
            state.ending = ending
            return ending
        }
    }
}
