#if canImport(Glibc)
package import Glibc
#elseif canImport(Darwin)
package import Darwin
#endif

/// An open file, closed with this value.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes what `open` returned.
    ///
    /// - Throws: the value of `errno` when that is no descriptor.
    package init(_ number: Int32) throws(SystemFault) {
        guard number >= 0 else { throw SystemFault() }
        self.number = number
    }

    deinit { close(number) }

    /// Gives it up to who closes it from now on.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// What the system knows about it.
    package borrowing func status() throws(SystemFault) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw SystemFault() }
        return status
    }
}

/// A folder reached name by name from the root without following a link.
package struct OpenFolder: ~Copyable, Sendable {
    #if canImport(Glibc)
    /// `O_PATH`, which Swift does not see: it needs only the permission to search, as following a path does.
    private static let searchOnly: Int32 = 0o10000000
    private static let way = searchOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #else
    private static let way = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    #endif

    private let descriptor: Descriptor

    /// Opens the folder.
    ///
    /// - Throws: `ENOTDIR` or `ELOOP` also when one of the names is a link.
    package init(_ path: RealPath) throws(SystemFault) {
        var here = try Descriptor(systemOpen("/", Self.way))
        for name in path.parts { here = try Descriptor(openat(here.number, name, Self.way)) }
        descriptor = here
    }

    /// Opens what has that name in the folder, unless it is a link.
    package borrowing func open(_ name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemFault) -> Descriptor {
        try Descriptor(openat(descriptor.number, name, flags | O_NOFOLLOW | O_CLOEXEC, mode))
    }

    /// A new file for writing that has no name yet.
    ///
    /// - Throws: where the file system knows no such files, or ``link(_:_:as:)`` could not name it.
    borrowing func openNameless() throws(SystemFault) -> Descriptor {
        #if canImport(Glibc)
        guard access("/proc/self/fd", X_OK) == 0 else { throw SystemFault() }
        // `O_TMPFILE`, which Swift does not see.
        return try open(".", 0o20000000 | O_DIRECTORY | O_WRONLY, mode: 0o666)
        #else
        throw SystemFault(ENOTSUP)
        #endif
    }

    /// Gives an open file a name in this folder that nothing has; `old` is the one it has here, if any, and loses.
    ///
    /// - Throws: `EEXIST` when the name is taken.
    borrowing func link(_ number: Int32, _ old: String?, as name: String) throws(SystemFault) {
        guard let old else {
            let path = "/proc/self/fd/\(number)"
            guard linkat(AT_FDCWD, path, descriptor.number, name, AT_SYMLINK_FOLLOW) == 0 else { throw SystemFault() }
            return
        }
        if linkat(descriptor.number, old, descriptor.number, name, 0) == 0 { return remove(old) }
        let fault = SystemFault()
        guard fault.number != EEXIST else { throw fault }
        // A file system without links: the name is taken first, then the file is put in its place.
        _ = try open(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        do throws(SystemFault) {
            try rename(old, to: name)
        } catch {
            remove(name)
            throw error
        }
    }

    /// What has that name, the link itself for a link; `nil` when nothing has.
    package borrowing func status(of name: String) throws(SystemFault) -> stat? {
        var status = stat()
        if fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        if errno == ENOENT { return nil }
        throw SystemFault()
    }

    /// Whether this process may write to what has that name.
    package borrowing func mayWrite(_ name: String) -> Bool {
        faccessat(descriptor.number, name, W_OK, AT_EACCESS) == 0
    }

    /// Gives a file another name in this folder, in place of what has it.
    package borrowing func rename(_ name: String, to other: String) throws(SystemFault) {
        guard renameat(descriptor.number, name, descriptor.number, other) == 0 else { throw SystemFault() }
    }

    /// Removes a file.
    package borrowing func remove(_ name: String) { unlinkat(descriptor.number, name, 0) }
}

extension stat {
    /// What it is, for messages; `nil` for an ordinary file.
    package var oddKind: String? {
        switch st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFLNK: "a link"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
