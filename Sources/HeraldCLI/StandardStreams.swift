internal import Glibc

/// Whole writes to a standard stream; a reader that went away ends the output, not the process.
enum StandardStreams {
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
