internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One file of authoring JSON: its text, for places in errors, and its value.
struct AuthoringFile: Sendable {
    /// More than any hand-written file; keeps a wrong path from filling memory.
    static let maximumBytes = 4 << 20
    /// Deeper nesting than any card has.
    static let maximumDepth = 100

    /// Path as it is shown to people.
    let path: String
    let text: [UInt8]
    let value: JSON

    /// Reads and parses a file.
    ///
    /// - Throws: ``HeraldError`` with `bad_authoring` or `io`, and the place in the file when it has a fault.
    init(reading path: String) throws(HeraldError) {
        self.path = path
        text = try Self.bytes(of: path)
        do throws(HeraldError) {
            value = try JSONText.parse(text, limits: .init(depth: Self.maximumDepth), file: path)
        } catch {
            var fault = error
            fault.code = .badAuthoring
            fault.message = fault.place == nil ? "\(path): \(error.message)" : error.message
            throw fault
        }
    }

    /// The place of the value at a pointer, or of its key; for a value that is not there, of what it would lie in.
    func place(of pointer: JSONPointer, key: Bool = false) -> SourcePlace? {
        let locator = JSONLocator(text: text)
        var tokens = pointer.tokens
        var found = locator.offset(of: tokens, key: key)
        while found == nil, tokens.popLast() != nil { found = locator.offset(of: tokens, key: false) }
        guard let offset = found else { return nil }
        let before = text[..<offset]
        let newline = UInt8(ascii: "\n")
        let line = before.reduce(1) { $0 + ($1 == newline ? 1 : 0) }
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return SourcePlace(file: path, line: line, column: offset - start + 1)
    }

    private static func bytes(of path: String) throws(HeraldError) -> [UInt8] {
        // Without O_NONBLOCK a pipe that somebody named like a file would hold the program up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw HeraldError(.badAuthoring, "\(path) is not an ordinary file")
        }
        guard status.st_size <= maximumBytes else {
            throw HeraldError(.badAuthoring, "\(path) has \(status.st_size) bytes, more than \(maximumBytes)")
        }
        switch TextFile.contents(of: descriptor, limit: maximumBytes) {
        case .bytes(let bytes): return bytes
        case .tooLarge: throw HeraldError(.badAuthoring, "\(path) has more than \(maximumBytes) bytes")
        case .unreadable(let reason):
            errno = reason
            throw failure(path)
        }
    }

    private static func failure(_ path: String) -> HeraldError {
        let reason = errno
        return HeraldError(
            reason == ENOENT ? .badAuthoring : .io,
            "\(path) cannot be read: \(String(cString: strerror(reason)))"
        )
    }
}
