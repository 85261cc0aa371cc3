internal import Glibc
internal import Values

/// A headless Chromium that is asked over two pipes, by the DevTools protocol: JSON texts that end with NUL.
///
/// The browser ends when the pipes do, however this program ends. For one thread; every call blocks.
final class DevToolsPipe {
    private let child: pid_t
    private let requests: Int32
    private let answers: Int32
    private let end: ContinuousClock.Instant
    private let isStopped: @Sendable () -> Bool
    private var received: [UInt8] = []
    private var lastNumber: Int64 = 0

    /// The browser reads its requests from descriptor 3 and answers on 4.
    private static let browserEnds: (requests: Int32, answers: Int32) = (3, 4)

    /// How long it may take until a stop is seen, in milliseconds.
    private static let patience: Int32 = 100

    /// Starts the browser; all that is asked has to be answered within `limit`, and before `isStopped` says so.
    init(
        _ program: String,
        _ arguments: [String],
        error: String,
        limit: Duration,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(HeraldError) {
        self.isStopped = isStopped
        let (requests, answers) = (try Self.makePipe(), try Self.makePipe())
        defer { for own in [requests.read, answers.write] { close(own) } }
        self.requests = requests.write
        self.answers = answers.read
        end = ContinuousClock.now + limit
        do throws(HeraldError) {
            child = try ChildProgram.start(
                program,
                ["--remote-debugging-pipe"] + arguments,
                error: error,
                descriptors: [(requests.read, Self.browserEnds.requests), (answers.write, Self.browserEnds.answers)]
            )
        } catch {
            close(requests.write)
            close(answers.read)
            throw error
        }
    }

    /// Ends the browser, in good order if it can.
    func stop() {
        _ = try? call("Browser.close")
        close(requests)
        close(answers)
        _ = ChildProgram.finish(child, within: isStopped() ? .seconds(1) : .seconds(5))
    }

    /// Asks, and waits for the answer; what comes in between is passed over.
    ///
    /// - Throws: `failed` when the browser refuses or is gone, `timeout` when its time is up.
    @discardableResult
    func call(_ method: String, _ parameters: JSON = [:], session: String? = nil) throws(HeraldError) -> JSON {
        lastNumber += 1
        var request: JSON = ["id": .int(lastNumber), "method": .string(method), "params": parameters]
        if let session { request["sessionId"] = .string(session) }
        do throws(SystemFault) { try TextFile.writeAll(Array(request.text.utf8) + [0], to: requests) } catch {
            throw HeraldError(.failed, "the browser is gone")
        }
        while true {
            let message = try nextMessage()
            guard message["id"].int == lastNumber else { continue }
            if let refusal = message["error"]["message"].string {
                throw HeraldError(.failed, "\(method): \(refusal)")
            }
            return message["result"]
        }
    }

    private func nextMessage() throws(HeraldError) -> JSON {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var searched = 0
        while true {
            if let mark = received[searched...].firstIndex(of: 0) {
                let message = try JSONText.parse(Array(received[..<mark]))
                received.removeSubrange(...mark)
                return message
            }
            searched = received.count
            guard !isStopped() else { throw HeraldError(.cancelled, "it was stopped") }
            guard ContinuousClock.now < end else { throw HeraldError(.timeout, "the browser does not answer") }
            var source = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard poll(&source, 1, Self.patience) >= 0 || errno == EINTR else {
                throw HeraldError(.failed, "the browser is gone")
            }
            guard source.revents != 0 else { continue }
            let count = read(answers, &chunk, chunk.count)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw HeraldError(.failed, "the browser is gone")
            }
            received += chunk[..<count]
        }
    }

    private static func makePipe() throws(HeraldError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw HeraldError(.io, "no pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
