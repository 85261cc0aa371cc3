package import Values

/// Keeps one script loaded, and puts a fresh state in place of the old one when the script is loaded again.
///
/// A script that does not load leaves the one before it running. A state that was replaced is closed: what host code still
/// posts to its functions is dropped, and calls of them raise `invalid_state`.
/// ```swift
/// let reloader = ScriptReloader { generation in
///     let state = try ScriptState(configuration)
///     return (state, try await state.load(source, name: path, as: LuaTable.self))
/// }
/// let table = try await reloader.reload()
/// ```
package actor ScriptReloader<Script: Sendable> {
    /// Makes a state and loads the script into it; closes the state itself when that fails.
    package typealias Load = @Sendable (_ generation: Int) async throws(HeraldError) -> (ScriptState, Script)

    private struct Live {
        let generation: Int
        let state: ScriptState
        let script: Script
    }

    private let load: Load
    private var live: Live?
    private var begun = 0
    private var isClosed = false

    /// Loads nothing yet.
    package init(_ load: @escaping Load) { self.load = load }

    /// The script that runs; `nil` before the first one is loaded, and after the end.
    package var script: Script? { live?.script }

    /// Counts what was put in place, from 1; 0 before.
    package var generation: Int { live?.generation ?? 0 }

    /// Loads the script anew and puts it in place of the old one, whose state is closed when this returns.
    ///
    /// Of several that run at once the one that began last stays, and the others return it.
    /// - Throws: what keeps it from loading; `invalid_state` after ``close()``.
    @discardableResult
    package func reload() async throws(HeraldError) -> Script {
        guard !isClosed else { throw ScriptState.closed }
        begun += 1
        let generation = begun
        let (state, script) = try await load(generation)
        if isClosed {
            await state.close()
            throw ScriptState.closed
        }
        if let live, live.generation > generation {
            await state.close()
            return live.script
        }
        let old = live
        live = Live(generation: generation, state: state, script: script)
        await old?.state.close()
        return script
    }

    /// Ends the script, and what is being loaded as soon as it is; safe to repeat.
    package func close() async {
        isClosed = true
        let old = live
        live = nil
        await old?.state.close()
    }
}
