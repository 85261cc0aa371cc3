internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What scripts do with files, on a path that was judged; links are not followed any more.
///
/// Blocks for as long as the disk takes.
struct FileWork {
    /// As long as a string of a script may be.
    static let largest = 16 << 20
    /// Names in a folder that a script may ask for.
    static let mostNames = 100_000

    let path: RealPath
    /// As the script wrote it, for messages.
    let shown: String

    /// What is in the file.
    ///
    /// - Throws: `not_found`, `too_large`, `io`.
    func read() throws(HeraldError) -> [UInt8] {
        try attempt("read") {
            let folder = try OpenFolder(path.folder)
            // Asked before it is opened: opening a device may do something by itself.
            if let kind = try folder.status(of: path.name)?.oddKind { throw odd(kind, "read") }
            // A pipe that takes its place now would block here without O_NONBLOCK, before its kind is known.
            let file = try folder.open(path.name, O_RDONLY | O_NONBLOCK)
            let status = try file.status()
            if let kind = status.oddKind { throw odd(kind, "read") }
            guard status.st_size <= Self.largest else { throw tooLarge }
            switch TextFile.contents(of: file.number, limit: Self.largest, expected: Int(status.st_size)) {
            case .bytes(let bytes): return bytes
            case .tooLarge: throw tooLarge
            case .unreadable(let number): throw SystemFault(number)
            }
        }
    }

    /// Puts bytes in place of what was there: a reader sees the old file or the new one.
    ///
    /// The file keeps its mode. What is written beside it first is gone after a failure.
    /// - Throws: `not_found` for a missing folder, `io`.
    func write(_ bytes: [UInt8]) throws(HeraldError) {
        try attempt("write") {
            let folder = try OpenFolder(path.folder)
            let old = try folder.status(of: path.name)
            if let kind = old?.oddKind { throw odd(kind, "write") }
            if old != nil, !folder.mayWrite(path.name) { throw SystemFault(EACCES) }
            // What only its owner may read is never open to others, not even for a moment.
            let new = try NewFile(in: folder, mode: old == nil ? 0o666 : 0o600)
            do {
                try TextFile.writeAll(bytes, to: new.file.number)
                if let old, fchmod(new.file.number, old.st_mode & 0o777) != 0 { throw SystemFault() }
                try folder.rename(new.name, to: path.name)
            } catch {
                folder.remove(new.name)
                throw error
            }
        }
    }

    /// Adds bytes at the end; a file that is not there is made.
    ///
    /// - Throws: `not_found` for a missing folder, `io`.
    func append(_ bytes: [UInt8]) throws(HeraldError) {
        try attempt("write") {
            let folder = try OpenFolder(path.folder)
            if let kind = try folder.status(of: path.name)?.oddKind { throw odd(kind, "write") }
            let file = try folder.open(path.name, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, mode: 0o666)
            if let kind = try file.status().oddKind { throw odd(kind, "write") }
            try TextFile.writeAll(bytes, to: file.number)
        }
    }

    /// Whether there is anything of that name.
    ///
    /// - Throws: `io` when the system does not say.
    func exists() throws(HeraldError) -> Bool {
        try attempt("look at") {
            do throws(SystemFault) {
                return try OpenFolder(path.folder).status(of: path.name) != nil
            } catch {
                // A name on the way is missing, or is no folder.
                if error.number == ENOENT || error.number == ENOTDIR { return false }
                throw error
            }
        }
    }

    /// The names in a folder, sorted by their bytes.
    ///
    /// - Throws: `not_found`, `too_large`, `io`.
    func list() throws(HeraldError) -> [[UInt8]] {
        try attempt("list") {
            let folder = try OpenFolder(path.folder)
            if let status = try folder.status(of: path.name), status.st_mode & S_IFMT != S_IFDIR {
                throw HeraldError(.io, "cannot list \(shown): it is \(status.oddKind ?? "a file"), not a folder")
            }
            // The stream closes what it is given.
            guard let stream = fdopendir(try folder.open(path.name, O_RDONLY | O_DIRECTORY).release()) else {
                throw SystemFault()
            }
            defer { closedir(stream) }
            var names: [[UInt8]] = []
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
                if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
                guard names.count < Self.mostNames else {
                    throw HeraldError(.tooLarge, "\(shown) has more than \(Self.mostNames) names")
                }
                names.append(name)
            }
            return names.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    private var tooLarge: HeraldError {
        HeraldError(.tooLarge, "\(shown) is larger than \(Self.largest >> 20) MiB, the most that a string may hold")
    }

    private func odd(_ kind: String, _ verb: String) -> HeraldError {
        // Links were followed before; this one came in between, or it was no link then.
        let reason = kind == "a link" ? "a link was put in its place meanwhile" : "it is \(kind)"
        return HeraldError(.io, "cannot \(verb) \(shown): \(reason)")
    }

    private func attempt<Value>(_ verb: String, _ body: () throws -> Value) throws(HeraldError) -> Value {
        do {
            return try body()
        } catch let fault as SystemFault {
            let code: HeraldError.Code = fault.number == ENOENT ? .notFound : .io
            throw HeraldError(code, "cannot \(verb) \(shown): \(fault.text)")
        } catch {
            throw HeraldError(error)
        }
    }
}
