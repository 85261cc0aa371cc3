internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Where a database lies, checked before SQLite sees it so that a refusal says what is wrong.
struct DatabaseFile: Sendable {
    let path: String
    /// The folder that holds a throw-away database while it is opened.
    let temporaryFolder: String?

    /// A database that stays.
    init(path: String) throws(HeraldError) {
        self.path = path
        temporaryFolder = nil
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw HeraldError(.badDatabase, "the database needs a path", hint: "name a file, for example herald.db")
        }
        // SQLite gives such a path a meaning of its own: each connection would have a database to itself.
        guard path != ":memory:" else {
            throw HeraldError(.badDatabase, "a database needs a file", hint: "leave the path out for a throw-away one")
        }
        var status = stat()
        if stat(path, &status) == 0 {
            try Self.checkFile(path, mode: status.st_mode)
        }
        try Self.checkFolder(of: path)
    }

    /// Makes the file if there is none, readable by this user only: it holds the secret that signs tokens.
    func createIfMissing() throws(HeraldError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HeraldError(
                .badDatabase,
                "the database \(path) cannot be made: \(String(cString: strerror(errno)))",
                hint: "check that this user may write to the folder"
            )
        }
        close(descriptor)
    }

    /// Makes the file, which must not be there yet, readable by this user only.
    func createNew() throws(HeraldError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HeraldError(.io, "the file \(path) cannot be made: \(String(cString: strerror(errno)))")
        }
        close(descriptor)
    }

    /// Takes the file away; for one that was not finished.
    func remove() { unlink(path) }

    /// A database in a new folder that only this user can enter.
    static func temporary() throws(HeraldError) -> DatabaseFile {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/herald-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.flatMap { mkdtemp($0) } }
        guard let folder = made else {
            throw HeraldError(
                .badDatabase,
                "no folder for a throw-away database in \(parent): \(String(cString: strerror(errno)))",
                hint: "set TMPDIR to a folder that this user may write to"
            )
        }
        return DatabaseFile(temporaryFolder: String(cString: folder))
    }

    private init(temporaryFolder: String) {
        path = "\(temporaryFolder)/herald.db"
        self.temporaryFolder = temporaryFolder
    }

    /// Takes away the name of a throw-away database and of all that belongs to it.
    ///
    /// What is open stays usable until it is closed, so nothing is left however the process ends. Once only: the name may
    /// be another's afterwards.
    func removeIfTemporary() {
        guard let temporaryFolder else { return }
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        rmdir(temporaryFolder)
    }

    private static func checkFile(_ path: String, mode: mode_t) throws(HeraldError) {
        guard mode & S_IFMT != S_IFDIR else {
            throw HeraldError(
                .badDatabase,
                "\(path) is a folder, not a database",
                hint: "name a file in it, for example \(path)/herald.db"
            )
        }
        guard mode & S_IFMT == S_IFREG else {
            throw HeraldError(.badDatabase, "\(path) is not an ordinary file", hint: "name another file")
        }
        guard access(path, R_OK | W_OK) == 0 else {
            throw HeraldError(
                .badDatabase,
                "the database \(path) cannot be read and written: \(String(cString: strerror(errno)))",
                hint: "give this user the right to read and write it"
            )
        }
    }

    private static func checkFolder(of path: String) throws(HeraldError) {
        let folder: String =
            switch path.utf8.lastIndex(of: UInt8(ascii: "/")) {
            case nil: "."
            case path.startIndex?: "/"
            case let slash?: String(path[..<slash])
            }
        guard access(folder, F_OK) == 0 else {
            throw HeraldError(
                .badDatabase,
                "there is no folder \(folder) for the database \(path)",
                hint: "make the folder first"
            )
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            throw HeraldError(
                .badDatabase,
                "the folder \(folder) of the database cannot be written: \(String(cString: strerror(errno)))",
                hint: "the database keeps files beside itself; give this user the right to write to the folder"
            )
        }
    }
}
