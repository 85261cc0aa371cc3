import Glibc
import Values

/// A program that a test runs, with its output kept and a hard time-out.
///
/// A thread of its own waits for output and for the end, so nothing here blocks the cooperative pool.
package final class ChildProcess: Sendable {
    /// What a program is started with.
    package struct Launch: Sendable {
        package var arguments: [String]
        package var environment: [String: String] = [:]
        /// Bytes on standard input, which then ends.
        package var input: [UInt8] = []
        package var directory: String?
        /// After this the program and its children are killed, and waiting for it throws.
        package var timeout: Duration = .seconds(60)

        package init(_ arguments: [String]) { self.arguments = arguments }
    }

    /// How it ended and what it wrote.
    package struct Output: Sendable {
        /// The exit status; 128 and the number when a signal ended it.
        package var status: Int32
        package var out: String
        package var error: String
    }

    private struct State {
        var out: [UInt8] = []
        var error: [UInt8] = []
        var status: Int32?
        var timedOut = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    package let arguments: [String]
    private let process: pid_t
    private let state = Lock(State())

    /// Runs a program to its end.
    ///
    /// - Throws: ``HeraldError`` when it cannot be started, or is not over in time.
    package static func run(_ launch: Launch) async throws -> Output { try await start(launch).finished() }

    /// Starts a program with default signals in a process group of its own.
    package static func start(_ launch: Launch) throws -> ChildProcess {
        let spawned = try Spawn.start(launch)
        let child = ChildProcess(launch.arguments, spawned.process)
        let deadline = ContinuousClock.now + launch.timeout
        try DetachedThread.start { child.watch(spawned, until: deadline) }
        return child
    }

    private init(_ arguments: [String], _ process: pid_t) {
        self.arguments = arguments
        self.process = process
    }

    package func send(signal: Int32) {
        // Not after the end: the number may be another process's by then.
        state.withLock { state in
            if state.status == nil { kill(process, signal) }
        }
    }

    /// Waits for the end.
    package func finished() async throws -> Output {
        try await output { _, _ in false }
        return try state.withLock { state throws(HeraldError) in
            guard let status = state.status else { throw HeraldError(.failed, "the process is not over") }
            return Output(status: status, out: text(state.out), error: text(state.error))
        }
    }

    /// Waits for the first line on standard output.
    package func line() async throws -> String {
        try await output { out, _ in out.contains(UInt8(ascii: "\n")) }
        return try firstLine(of: state.withLock { $0.out })
    }

    /// Waits for the first line on standard error.
    package func errorLine() async throws -> String {
        try await output { _, error in error.contains(UInt8(ascii: "\n")) }
        return try firstLine(of: state.withLock { $0.error })
    }

    /// Waits until the texts on standard output and standard error satisfy a condition.
    ///
    /// - Throws: ``HeraldError`` when the process ends before.
    package func text(_ condition: @escaping @Sendable (_ out: String, _ error: String) -> Bool) async throws {
        let isThere: @Sendable ([UInt8], [UInt8]) -> Bool = { out, error in
            condition(String(decoding: out, as: UTF8.self), String(decoding: error, as: UTF8.self))
        }
        try await output(until: isThere)
        guard state.withLock({ isThere($0.out, $0.error) }) else { throw failure("ended before the text came") }
    }

    private func firstLine(of bytes: [UInt8]) throws -> String {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw failure("ended before a line came") }
        return text(Array(bytes[..<end]))
    }

    /// Waits until what was written satisfies a condition, or the process is over.
    private func output(until condition: @Sendable (_ out: [UInt8], _ error: [UInt8]) -> Bool) async throws {
        while true {
            let (timedOut, isReady) = state.withLock {
                ($0.timedOut && $0.status != nil, $0.status != nil || condition($0.out, $0.error))
            }
            if timedOut { throw failure("was not done in time") }
            if isReady { return }
            await withCheckedContinuation { continuation in
                let changed = state.withLock { state in
                    // Something came between the look and now: look again at once.
                    if state.status != nil || condition(state.out, state.error) { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if changed { continuation.resume() }
            }
        }
    }

    private func watch(_ spawned: Spawn.Started, until deadline: ContinuousClock.Instant) {
        var sources = [spawned.out, spawned.error, spawned.life].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while sources.contains(where: { $0.fd >= 0 }) {
            let left = ContinuousClock.now.duration(to: deadline)
            let milliseconds = max(
                0,
                left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            )
            let count = poll(&sources, nfds_t(sources.count), Int32(clamping: milliseconds))
            if count == 0 {
                state.withLock { $0.timedOut = true }
                kill(-process, SIGKILL)
                break
            }
            guard count > 0 else { continue }
            for place in sources.indices where sources[place].fd >= 0 && sources[place].revents != 0 {
                let size = read(sources[place].fd, &chunk, chunk.count)
                if size > 0 { keep(chunk[..<size], at: place) } else { sources[place].fd = -1 }
            }
        }
        for descriptor in [spawned.out, spawned.error, spawned.life] { close(descriptor) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        wake { $0.status = code }
    }

    private func keep(_ bytes: ArraySlice<UInt8>, at place: Int) {
        wake { state in
            if place == 0 { state.out += bytes } else if place == 1 { state.error += bytes }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func failure(_ what: String) -> HeraldError {
        let (out, error) = state.withLock { (text($0.out), text($0.error)) }
        let words = arguments.joined(separator: " ")
        return HeraldError(.failed, "\(words) \(what)\nstandard output:\n\(out)\nstandard error:\n\(error)")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
