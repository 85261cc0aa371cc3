internal import LuaModules
internal import Values

/// What happens while a script is watched.
package enum WatchEvent: Sendable {
    /// A run begins, in a fresh state.
    case starts
    /// A run ended by itself, or with the watching; the files are watched on unless the task is cancelled.
    case ended(Runtime.ScriptResult)
    /// Files changed, and can be run: what runs is cancelled, and the script begins anew.
    case reloads([String])
    /// The run before ended for files that changed; its error tells what went wrong besides.
    case stopped(Runtime.ScriptResult)
    /// Files changed, but cannot be run; what ran before runs on.
    case broken(HeraldError)
}

extension Runtime {
    /// Runs a script file, and again in a fresh state whenever it or a module that it required changes, until the calling
    /// task is cancelled.
    ///
    /// The run before is cancelled and may clean up first, since two of them would fight over sessions and registered names.
    /// A file that does not compile leaves it as it is.
    /// - Throws: ``HeraldError`` with `io` when the script cannot be read at the beginning.
    package func watch(
        scriptAt path: String,
        arguments: [String],
        limits: Limits,
        report: @escaping @Sendable (WatchEvent) -> Void
    ) async throws(HeraldError) {
        _ = try await Self.read(path)
        while !Task.isCancelled {
            let files = WatchedFiles(path, of: host)
            let isReplaced = Lock(false)
            report(.starts)
            let run = Task { [self] in
                let result = await attempt(scriptAt: path, arguments: arguments, limits: limits, watching: files)
                report(isReplaced.withLock({ $0 }) ? .stopped(result) : .ended(result))
            }
            let changed = await withTaskCancellationHandler {
                await nextGoodChange(files, limits, report)
            } onCancel: {
                run.cancel()
            }
            if let changed {
                isReplaced.withLock { $0 = true }
                report(.reloads(changed))
                run.cancel()
            }
            await run.value
            if changed == nil { return }
        }
    }

    /// Files that changed and can be compiled; `nil` when the task is cancelled.
    private func nextGoodChange(
        _ files: WatchedFiles,
        _ limits: Limits,
        _ report: @Sendable (WatchEvent) -> Void
    ) async -> [String]? {
        while true {
            do throws(HeraldError) {
                let changed = try await files.change()
                try await files.settle()
                do throws(HeraldError) {
                    for path in changed { try await check(path, limits) }
                    return changed
                } catch {
                    if Task.isCancelled { return nil }
                    report(.broken(error))
                }
            } catch {
                return nil
            }
        }
    }

    private func check(_ path: String, _ limits: Limits) async throws(HeraldError) {
        try await host.check(Self.read(path), name: path, limits: limits.host)
    }

    private static func read(_ path: String) async throws(HeraldError) -> [UInt8] {
        try await BlockingWork.run { () throws(HeraldError) in try TextFile.read(path) }
    }
}
