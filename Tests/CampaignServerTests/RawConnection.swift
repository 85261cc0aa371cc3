import Dispatch
import Glibc
import Values

/// Hears nothing.
let silent: LogSink = { _, _ in }

/// One TCP connection that says exactly what a test wants said; blocking work runs on threads of its own.
final class RawConnection: @unchecked Sendable {
    /// What came back for one request.
    struct Reply: Sendable {
        var status: Int
        var headers: [(name: String, value: String)]
        var body: [UInt8]

        func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The connection ended, or nothing came for a minute: other tests may hold both cores.
    struct Ended: Error {}

    private static let patience = timeval(tv_sec: 60, tv_usec: 0)

    private let descriptor: Int32
    // One call at a time: this queue orders them.
    private let queue = DispatchQueue(label: "raw connection")
    private var buffer: [UInt8] = []

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    static func open(_ port: UInt16, receiveBuffer: Int32? = nil) throws -> RawConnection {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Ended() }
        var wait = patience
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            close(descriptor)
            throw Ended()
        }
        return RawConnection(descriptor: descriptor)
    }

    func send(_ text: String) async { await send(Array(text.utf8)) }

    /// Sends all bytes, or as many as a peer takes that closes early.
    func send(_ bytes: [UInt8]) async {
        await onQueue { me in
            var sent = 0
            while sent < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    Glibc.send(
                        me.descriptor,
                        buffer.baseAddress?.advanced(by: sent),
                        bytes.count - sent,
                        Int32(MSG_NOSIGNAL)
                    )
                }
                guard count > 0 else { return }
                sent += count
            }
        }
    }

    /// Tells the peer that nothing more comes.
    func finish() async {
        await onQueue { me in _ = shutdown(me.descriptor, Int32(SHUT_WR)) }
    }

    /// The next reply; `hasBody` is false for an answer to HEAD.
    func reply(hasBody: Bool = true) async throws -> Reply {
        try await onQueueThrowing { me in try me.readReply(hasBody: hasBody) }
    }

    /// The next piece of bytes, empty at the end of the stream.
    func piece() async throws -> [UInt8] {
        try await onQueueThrowing { me in
            if me.buffer.isEmpty { _ = try me.fill() }
            defer { me.buffer = [] }
            return me.buffer
        }
    }

    /// Whether the peer closed the connection, after whatever else it said.
    func isClosedByPeer() async -> Bool {
        await onQueue { me in
            while true {
                guard let more = try? me.fill() else { return false }
                if !more { return true }
            }
        }
    }

    private func readReply(hasBody: Bool) throws -> Reply {
        var end = headEnd()
        while end == nil {
            guard try fill() else { throw Ended() }
            end = headEnd()
        }
        guard let end else { throw Ended() }
        let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
        buffer.removeFirst(end + 4)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let headers = lines.dropFirst().map { line -> (name: String, value: String) in
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
            return (parts[0].lowercased(), value)
        }
        var reply = Reply(status: status, headers: headers, body: [])
        let length = hasBody && status != 101 ? reply.header("content-length").flatMap { Int($0) } ?? 0 : 0
        while buffer.count < length { guard try fill() else { throw Ended() } }
        reply.body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return reply
    }

    private func headEnd() -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { buffer[$0..<($0 + 4)].elementsEqual("\r\n\r\n".utf8) }
    }

    /// Reads more; `false` at the end of the stream, also when it was reset.
    private func fill() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count > 0 {
            buffer += bytes[..<count]
            return true
        }
        if count == 0 || errno == ECONNRESET { return false }
        throw Ended()
    }

    private func onQueue<T: Sendable>(_ body: @escaping @Sendable (RawConnection) -> T) async -> T {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: body(self)) }
        }
    }

    private func onQueueThrowing<T: Sendable>(_ body: @escaping @Sendable (RawConnection) throws -> T) async throws -> T
    {
        let result = await onQueue { me in Result { try body(me) } }
        return try result.get()
    }
}
