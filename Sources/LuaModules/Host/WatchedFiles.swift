internal import Scripting
package import Values

/// The files that a run is made of: the script and what it required, found or not.
package struct WatchedFiles: Sendable {
    let files: ScriptFiles
    private let clock: any HeraldClock

    /// Begins with the script's file, as it is before it is read.
    package init(_ path: String, of host: RuntimeHost) {
        files = ScriptFiles(path)
        clock = host.clock
    }

    /// Waits until some of them have changed, and gives their paths.
    ///
    /// - Throws: `cancelled` as soon as the task is.
    package func change() async throws(HeraldError) -> [String] {
        do {
            return try await files.change(clock: clock)
        } catch {
            throw HeraldError(error)
        }
    }

    /// Takes the files as they are now: only what changes from here on counts.
    ///
    /// - Throws: `cancelled` as soon as the task is.
    package func settle() async throws(HeraldError) {
        try await BlockingWork.run { [files] () throws(HeraldError) in files.settle() }
    }
}
