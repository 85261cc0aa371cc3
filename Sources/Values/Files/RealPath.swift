#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Why the system refused: the value of `errno`.
package struct SystemFault: Error, Hashable {
    package let number: Int32

    /// Takes a value of `errno`.
    package init(_ number: Int32) { self.number = number }

    /// Takes `errno` as it is now.
    package init() { self.number = errno }

    /// The system's words for it, in lower case.
    package var text: String { String(cString: strerror(number)).lowercased() }
}

/// An absolute path without links, `.` and `..`: what permissions are judged by.
///
/// What the path names need not be there. Whoever opens it does so with ``OpenFolder``, which follows no links, so that a
/// link that was put in place after the judgement leads nowhere.
package struct RealPath: Sendable, Hashable {
    /// The names on the way from the root.
    package let parts: [String]

    /// Links on the way; as many as Linux follows.
    private static let mostLinks = 40

    /// Resolves a path; a relative one starts in the current folder.
    ///
    /// Blocks for as long as the disk takes. A name that is not there, or that may not be looked at, counts as no link.
    /// - Throws: `ELOOP` for links in a circle, `EINVAL` for an empty path, `EILSEQ` for a link whose target is not UTF-8.
    package init(_ path: String) throws(SystemFault) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemFault(EINVAL) }
        var open = Self.names(path)
        if !path.hasPrefix("/") { open += Self.names(try Self.currentFolder()) }
        var done: [String] = []
        var links = 0
        while let name = open.popLast() {
            if name == "." { continue }
            if name == ".." {
                _ = done.popLast()
                continue
            }
            guard let target = try Self.target(ofLink: "/" + (done + [name]).joined(separator: "/")) else {
                done.append(name)
                continue
            }
            links += 1
            guard links <= Self.mostLinks else { throw SystemFault(ELOOP) }
            if target.hasPrefix("/") { done = [] }
            open += Self.names(target)
        }
        parts = done
    }

    private init(parts: [String]) { self.parts = parts }

    /// The path as text.
    package var text: String { "/" + parts.joined(separator: "/") }

    /// The folder that it lies in; the root's is the root.
    package var folder: RealPath { RealPath(parts: Array(parts.dropLast())) }

    /// Its last name; `.` for the root.
    package var name: String { parts.last ?? "." }

    /// Whether it is `folder` or lies in it.
    package func isInside(_ folder: RealPath) -> Bool { parts.starts(with: folder.parts) }

    /// The names of a path, the last one first.
    private static func names(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
    }

    private static func currentFolder() throws(SystemFault) -> String {
        guard let path = getcwd(nil, 0) else { throw SystemFault() }
        defer { free(path) }
        return String(cString: path)
    }

    /// Where a link leads; `nil` for anything else.
    private static func target(ofLink path: String) throws(SystemFault) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes { bytes -> Int in
            guard let start = bytes.baseAddress else { return -1 }
            return readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard length >= 0 else { return nil }
        guard let target = String(validating: buffer[..<length], as: UTF8.self) else { throw SystemFault(EILSEQ) }
        return target
    }
}
