internal import Glibc
internal import Herald
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

    static func output(_ text: String) { output(Array(text.utf8)) }
    static func output(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }
    static func error(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

    /// Writes all of it; a reader that does not read is waited for until the run is over.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                guard waitForRoom(descriptor) else { return lose(ETIMEDOUT, descriptor) }
                // A pipe that is ready takes this many without blocking.
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR, errno != EAGAIN {
                    return lose(errno, descriptor)
                }
            }
        }
    }

    /// Waits no longer than this for a reader that does not read.
    static func stopWaiting(after limit: Duration) {
        let end = SystemClock().monotonicMilliseconds.addingReportingOverflow(limit.milliseconds)
        if !end.overflow { deadline.withLock { $0 = end.partialValue } }
    }

    private static let deadline = Lock<Int64?>(nil)
    /// How often a blocked write looks whether the run is over, in milliseconds.
    private static let glance: Int32 = 50

    private static func waitForRoom(_ descriptor: Int32) -> Bool {
        while true {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&wait, 1, glance) > 0 { return true }
            if Interruption.signal != nil { return false }
            if let end = deadline.withLock({ $0 }), SystemClock().monotonicMilliseconds >= end { return false }
        }
    }

    private static func lose(_ reason: Int32, _ descriptor: Int32) {
        if descriptor == STDOUT_FILENO, reason != EPIPE { lost.withLock { $0 = reason } }
    }

    /// Whether messages may be coloured: a terminal, and nobody said no.
    static func wantsColor(_ environment: [String: String], denied: Bool) -> Bool {
        wantsColor(environment, denied: denied, on: STDERR_FILENO)
    }

    /// Whether results may be coloured.
    static func wantsColor(of settings: Settings) -> Bool {
        wantsColor(settings.environment, denied: settings.has(CommandTable.noColor), on: STDOUT_FILENO)
    }

    /// The colours that a drawing on standard output may have.
    static func colors(of settings: Settings) -> CardStyle.Color {
        guard wantsColor(of: settings) else { return .none }
        return ["truecolor", "24bit"].contains(settings.environment["COLORTERM"]) ? .truecolor : .palette
    }

    private static func wantsColor(_ environment: [String: String], denied: Bool, on descriptor: Int32) -> Bool {
        !denied && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
            && isatty(descriptor) == 1
    }
}
