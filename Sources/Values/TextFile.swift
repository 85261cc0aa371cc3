#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Whole files in and out, with errors that name the file and the reason.
package enum TextFile {
    /// A script, card or manifest is never larger.
    private static let largest = 64 << 20

    /// Reads a file of at most 64 MiB.
    ///
    /// Blocks for as long as the disk takes; a pipe or terminal, which may take forever, is read only when `anyKind` says.
    /// - Throws: `io`.
    package static func read(_ path: String, anyKind: Bool = false) throws(HeraldError) -> [UInt8] {
        // Opening a pipe without a writer would block here, before its kind is known.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (anyKind ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw failure("cannot read", path) }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw failure("cannot read", path) }
        guard info.st_mode & S_IFMT != S_IFDIR else {
            throw HeraldError(.io, "cannot read \(path): it is a folder", hint: "name a file in it")
        }
        guard anyKind || info.st_mode & S_IFMT == S_IFREG else {
            throw HeraldError(.io, "cannot read \(path): it is no ordinary file")
        }
        switch contents(of: descriptor, limit: largest) {
        case .bytes(let bytes): return bytes
        case .tooLarge: throw HeraldError(.io, "\(path) is larger than 64 MiB")
        case .unreadable(let reason):
            errno = reason
            throw failure("cannot read", path)
        }
    }

    /// What reading an open file came to.
    package enum Contents {
        case bytes([UInt8])
        /// It has more bytes than the limit.
        case tooLarge
        /// A read failed; the value of `errno`.
        case unreadable(Int32)
    }

    /// Reads an open file to its end: the one loop, for callers with words of their own for what goes wrong.
    ///
    /// With the size that is expected no more memory is taken than that.
    package static func contents(of descriptor: Int32, limit: Int, expected: Int = 0) -> Contents {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(0, expected), limit))
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { buffer in systemRead(descriptor, buffer) }
            if count == 0 { return .bytes(bytes) }
            guard count > 0 else {
                if errno == EINTR { continue }
                return .unreadable(errno)
            }
            bytes += chunk[..<count]
            if bytes.count > limit { return .tooLarge }
        }
    }

    /// Writes to a new file beside the old one and renames it, so that a reader sees one or the other.
    ///
    /// `mode` are permission bits. With `isDurable` it is on the disk when this returns, and so is its name.
    /// - Throws: `io`.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: UInt32,
        isDurable: Bool = false
    ) throws(HeraldError) {
        let temporary = "\(path).\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
        guard descriptor >= 0 else { throw failure("cannot write", temporary) }
        do throws(SystemFault) {
            try writeAll(bytes, to: descriptor)
            if isDurable, fsync(descriptor) != 0 { throw SystemFault() }
        } catch {
            close(descriptor)
            unlink(temporary)
            errno = error.number
            throw failure("cannot write", temporary)
        }
        close(descriptor)
        guard rename(temporary, path) == 0 else { throw failure("cannot write", path) }
        if isDurable { synchronizeFolder(of: path) }
    }

    /// Some file systems cannot; the file itself is safe by then.
    private static func synchronizeFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Writes all bytes to an open file.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFault) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemFault) in try writeAll(bytes, to: descriptor) }
        }
        try result.get()
    }

    /// Writes all bytes to an open file: the one loop.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemFault) {
        var offset = 0
        while offset < bytes.count {
            let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFault() }
            offset += count
        }
    }

    /// Makes a folder and those above it, for the owner alone.
    ///
    /// - Throws: `io`.
    package static func makeDirectories(_ path: String) throws(HeraldError) {
        var built = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            built += "/\(part)"
            if mkdir(built, 0o700) != 0, errno != EEXIST { throw failure("cannot make the folder", built) }
        }
    }

    private static func failure(_ what: String, _ path: String) -> HeraldError {
        HeraldError(.io, "\(what) \(path): \(String(cString: strerror(errno)).lowercased())")
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
