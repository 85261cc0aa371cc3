package import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The files that a script is made of, and what they were like before they were read: says when they have changed.
///
/// Any thread. Files that were looked for and not found belong to it, too: a module that appears is a change.
package final class ScriptFiles: Sendable {
    /// What tells one content of a file from another without reading it.
    private struct Stamp: Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var changed: [Int]

        /// `nil` when there is no such file.
        init?(_ path: String) {
            var info = stat()
            guard stat(path, &info) == 0 else { return nil }
            device = UInt64(info.st_dev)
            inode = UInt64(info.st_ino)
            size = Int64(info.st_size)
            #if canImport(Glibc)
            changed = [info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec]
            #else
            changed = [info.st_mtimespec.tv_sec, info.st_mtimespec.tv_nsec]
            #endif
        }
    }

    /// Files beyond these are not watched.
    private static let limit = 1000
    /// How often the files are looked at.
    private static let interval = Duration.milliseconds(200)
    /// An editor that writes in several steps is done when nothing changed for so long.
    private static let settling = Duration.milliseconds(50)
    /// Files that never settle are taken as they are after so many looks.
    private static let mostLooks = 40

    private let stamps = Lock<[String: Stamp?]>([:])

    /// Begins with one file, as it is now.
    package init(_ path: String) { note(path) }

    /// Remembers a file as it is now, before it is read; the first look at a file counts.
    package func note(_ path: String) {
        let stamp = Stamp(path)
        stamps.withLock { stamps in
            if stamps[path] == nil, stamps.count < Self.limit { stamps[path] = .some(stamp) }
        }
    }

    /// The files that are not as they were when they were noted, in order; blocks for as long as the disk takes.
    package func changes() -> [String] {
        let noted = stamps.withLock { $0 }
        return noted.filter { Stamp($0.key) != $0.value }.keys.sorted()
    }

    /// Takes the files as they are now; blocks for as long as the disk takes.
    package func settle() {
        let now = look()
        stamps.withLock { $0.merge(now) { $1 } }
    }

    /// Waits until files have changed and are written, and gives their paths.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func change(clock: any HeraldClock) async throws -> [String] {
        while true {
            try await clock.sleep(for: Self.interval)
            guard try await !BlockingWork.run({ () throws(HeraldError) in self.changes() }).isEmpty else { continue }
            var last = try await BlockingWork.run { () throws(HeraldError) in self.look() }
            for _ in 0..<Self.mostLooks {
                try await clock.sleep(for: Self.settling)
                let now = try await BlockingWork.run { () throws(HeraldError) in self.look() }
                if now == last { break }
                last = now
            }
            let changed = try await BlockingWork.run { () throws(HeraldError) in self.changes() }
            if !changed.isEmpty { return changed }
        }
    }

    private func look() -> [String: Stamp?] {
        let paths = stamps.withLock { Array($0.keys) }
        return Dictionary(uniqueKeysWithValues: paths.map { ($0, Stamp($0)) })
    }
}
