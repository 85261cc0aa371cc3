import Glibc
import Testing

/// A folder that is gone with this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/herald-plugins-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit { Self.run(["rm", "-rf", path]) }

    /// Writes a file, with the folders it needs, and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let parts = name.split(separator: "/")
        for count in parts.indices.dropFirst() {
            mkdir("\(path)/\(parts[..<count].joined(separator: "/"))", 0o755)
        }
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
        return bytes
    }

    /// Runs a program and returns its exit status, without holding up the tasks of other tests.
    static func runAside(_ arguments: [String]) async -> Int32 {
        final class Work: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        return await withCheckedContinuation { continuation in
            var thread = pthread_t()
            let work = Work { continuation.resume(returning: run(arguments)) }
            pthread_create(
                &thread,
                nil,
                { argument in
                    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                    return nil
                },
                Unmanaged.passRetained(work).toOpaque()
            )
            pthread_detach(thread)
        }
    }

    /// Runs a program and returns its exit status.
    @discardableResult
    static func run(_ arguments: [String]) -> Int32 {
        var pid = pid_t()
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        guard posix_spawnp(&pid, arguments[0], nil, nil, &pointers, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return (status >> 8) & 0xFF
    }
}
