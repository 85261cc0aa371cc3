internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Keeps a second server off a database, in this process or another; it goes with the process.
///
/// The lock is on a file of its own beside the database: closing any descriptor of the database itself would drop the
/// locks that SQLite holds on it (https://sqlite.org/howtocorrupt.html, 2.2). Whoever only reads the database, or changes
/// a row in it, need not ask for it.
final class DatabaseLock: Sendable {
    private let path: String
    private let descriptor: Lock<Int32?>

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = Lock(descriptor)
    }

    /// Takes the lock of a database, which need not exist yet.
    ///
    /// - Throws: `bad_database` when a server has it, or when no lock can be made there.
    static func take(database: String) throws(HeraldError) -> DatabaseLock {
        let path = target(of: database) + "-lock"
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw failure(path, errno) }
            if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                let reason = errno
                close(descriptor)
                if reason == EINTR { continue }
                throw reason == EWOULDBLOCK ? inUse(database) : failure(path, reason)
            }
            // The one who had it before may have removed the file since it was opened.
            if isSame(descriptor, path) { return DatabaseLock(path: path, descriptor: descriptor) }
            close(descriptor)
        }
    }

    /// Gives the lock back; safe to repeat.
    func release() {
        descriptor.withLock { descriptor in
            guard let held = descriptor else { return }
            unlink(path)
            close(held)
            descriptor = nil
        }
    }

    /// The file that a path leads to, so that every spelling of it has one lock.
    private static func target(of path: String) -> String {
        if let whole = resolved(path) { return whole }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return resolved(".").map { "\($0)/\(path)" } ?? path
        }
        let name = path[path.utf8.index(after: slash)...]
        return resolved("\(path[..<slash])/").map { "\($0)/\(name)" } ?? path
    }

    private static func resolved(_ path: String) -> String? {
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        return String(cString: whole)
    }

    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var held = stat()
        var named = stat()
        return fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_dev == named.st_dev
            && held.st_ino == named.st_ino
    }

    private static func inUse(_ database: String) -> HeraldError {
        HeraldError(
            .badDatabase,
            "another server is running on the database \(database)",
            hint: "stop that server, or name another database: clients of one would not hear of the other's events"
        )
    }

    private static func failure(_ path: String, _ reason: Int32) -> HeraldError {
        HeraldError(
            .badDatabase,
            "the lock \(path) cannot be taken: \(String(cString: strerror(reason)))",
            hint: "check that this user may write to the folder, and that its file system has locks"
        )
    }
}
