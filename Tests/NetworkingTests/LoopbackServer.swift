import Glibc
import Values

@testable import Networking

/// A TCP server on 127.0.0.1 whose every connection runs a script on a thread of its own; it lives on until ``stop()``.
final class LoopbackServer: Sendable {
    let port: Int
    private let listener: Int32
    init(_ script: @escaping @Sendable (Peer) -> Void) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, length)
                _ = listen(listener, 1024)
                _ = getsockname(listener, address, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        startThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else {
                    // Closed by the thread that uses it, so that its number is not another socket's meanwhile.
                    close(listener)
                    return
                }
                startThread {
                    let peer = Peer(descriptor: descriptor)
                    script(peer)
                    // Closing with bytes unread would send a reset, which eats what was written.
                    shutdown(descriptor, Int32(SHUT_WR))
                    while !peer.read().isEmpty {}
                    close(descriptor)
                }
            }
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    var url: String { "http://127.0.0.1:\(port)" }
    var webSocketURL: String { "ws://127.0.0.1:\(port)" }

    /// A port on which nobody listens.
    static func deadPort() -> Int {
        let server = LoopbackServer { _ in }
        server.stop()
        return server.port
    }
}

/// One accepted connection.
struct Peer: Sendable {
    struct Request: Sendable {
        var line: String
        var headers: [(name: String, value: String)]
        var body: [UInt8]

        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
    }

    let descriptor: Int32

    /// Up to 64 KiB; empty at the end.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    descriptor,
                    buffer.baseAddress.map { $0 + sent },
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    func write(_ text: String) { write(Array(text.utf8)) }

    /// The next request of a connection; `nil` at its end.
    func request() -> Request? {
        var bytes: [UInt8] = []
        let mark = Array("\r\n\r\n".utf8)
        while true {
            if let end = (0..<max(0, bytes.count - 3)).first(where: { bytes[$0..<$0 + 4].elementsEqual(mark) }) {
                let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
                let headers = lines.dropFirst().compactMap { HeaderLine.parse($0) }
                var request = Request(line: String(lines[0]), headers: headers, body: Array(bytes[(end + 4)...]))
                let length = request.header("content-length").flatMap { Int($0) } ?? 0
                while request.body.count < length {
                    let more = read()
                    guard !more.isEmpty else { return nil }
                    request.body += more
                }
                return request
            }
            let more = read()
            guard !more.isEmpty else { return nil }
            bytes += more
        }
    }

    func respond(_ status: String, headers: [String] = [], _ body: String = "") {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + headers
        write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Answers the upgrade; the frames that follow are the script's.
    func upgrade() -> WebSocketFrames? {
        guard let request = request(), let key = request.header("sec-websocket-key") else { return nil }
        let accept = Base64.encode(SHA1.digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
        write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"
        )
        return WebSocketFrames(role: .server, maximumMessageBytes: 16 << 20)
    }

    /// Reads frames until the peer goes, `handle` may queue answers.
    func serve(_ frames: WebSocketFrames, _ handle: (WebSocketEvent) -> Void) {
        write(frames.takeOutput())
        while true {
            let bytes = read()
            guard !bytes.isEmpty else { return }
            for event in frames.receive(bytes) { handle(event) }
            guard write(frames.takeOutput()), frames.isReading else { return }
        }
    }
}

/// Runs `body` on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread,
        nil,
        { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        },
        Unmanaged.passRetained(Box(body)).toOpaque()
    )
    pthread_detach(thread)
}

/// Holds a thread of a script until a test lets it go, and tells the test that it came there.
final class Gate: Sendable {
    private let reached = Promise<Void>()
    private let isOpen = Lock(false)

    /// Called by a script.
    func pass() {
        reached.fulfil(.success(()))
        while !isOpen.withLock({ $0 }) { usleep(200) }
    }

    func waitUntilReached() async throws { try await reached.value() }
    func open() { isOpen.withLock { $0 = true } }
}
