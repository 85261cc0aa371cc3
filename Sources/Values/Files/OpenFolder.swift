#if canImport(Glibc)
package import Glibc
#elseif canImport(Darwin)
package import Darwin
#endif

/// An open file, closed with this value.
package struct Descriptor: ~Copyable {
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
package struct OpenFolder: ~Copyable {
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
