import Glibc
import Values

/// `posix_spawn` with pipes for output and one that closes when the process is over.
enum Spawn {
    struct Started: Sendable {
        let process: pid_t
        let out: Int32
        let error: Int32
        /// Nothing ever comes from it; it ends with the process and the children that keep it.
        let life: Int32
    }

    private struct Pipe {
        let read: Int32
        let write: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw HeraldError(.io, "no pipe: \(Spawn.reason(errno))") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (read, write) = (ends[0], ends[1])
        }
    }

    /// One at a time: a program that starts between `pipe` and `fcntl` would keep another's pipe open.
    private static let turn = Lock(false)

    static func start(_ launch: ChildProcess.Launch) throws -> Started {
        try turn.withLock { _ in try spawn(launch) }
    }

    private static func spawn(_ launch: ChildProcess.Launch) throws -> Started {
        let (out, error, life) = (try Pipe(), try Pipe(), try Pipe())
        let input = try inputFile(launch.input)
        defer { for descriptor in [out.write, error.write, life.write, input] { close(descriptor) } }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [input, out.write, error.write, life.write].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments = (launch.directory.map { ["env", "-C", $0] } ?? []) + launch.arguments
        var words = arguments.map { strdup($0) } + [nil]
        var variables = launch.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process = pid_t()
        let failure = posix_spawnp(&process, arguments[0], &actions, &attributes, &words, &variables)
        guard failure == 0 else {
            for descriptor in [out.read, error.read, life.read] { close(descriptor) }
            throw HeraldError(.failed, "cannot start \(launch.arguments[0]): \(reason(failure))")
        }
        return Started(process: process, out: out.read, error: error.read, life: life.read)
    }

    /// A file without a name that holds the bytes.
    private static func inputFile(_ bytes: [UInt8]) throws -> Int32 {
        guard !bytes.isEmpty else { return open("/dev/null", O_RDONLY | O_CLOEXEC) }
        var template = Array("/tmp/herald-input-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw HeraldError(.io, "no file for standard input: \(reason(errno))") }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard write(descriptor, bytes, bytes.count) == bytes.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw HeraldError(.io, "cannot write standard input: \(reason(errno))")
        }
        return descriptor
    }

    fileprivate static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// A thread that nobody joins.
enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ run: @escaping @Sendable () -> Void) throws {
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread,
            nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            body.toOpaque()
        )
        guard failure == 0 else {
            body.release()
            throw HeraldError(.failed, "no thread: \(String(cString: strerror(failure)))")
        }
        pthread_detach(thread)
    }
}
