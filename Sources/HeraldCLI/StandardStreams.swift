internal import Glibc
internal import Values

/// Whole writes to a standard stream; a reader that went away ends the output, not the process.
enum StandardStreams {
    private static let lost = Lock<Int32>(0)

    /// What kept standard output from being written; `nil` when all of it was, or its reader went away.
    static var loss: HeraldError? {
        let reason = lost.withLock { $0 }
        guard reason != 0 else { return nil }
        return HeraldError(
            .failed,
            "cannot write to standard output: \(String(cString: strerror(reason)).lowercased())"
        )
    }

    static func output(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }
    static func error(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno != EINTR {
                    let reason = errno
                    if descriptor == STDOUT_FILENO, reason != EPIPE { lost.withLock { $0 = reason } }
                    return
                }
            }
        }
    }

    /// Whether messages may be coloured: a terminal, and nobody said no.
    static func wantsColor(_ environment: [String: String], denied: Bool) -> Bool {
        !denied && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
            && isatty(STDERR_FILENO) == 1
    }
}
