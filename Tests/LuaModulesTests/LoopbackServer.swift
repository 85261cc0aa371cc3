import Glibc
import Values

/// A server on 127.0.0.1 that answers each connection once, on a thread of its own.
final class LoopbackServer: Sendable {
    let port: Int
    private let listener: Int32

    /// - Parameter answer: Gets the request as it came, to the end of its head, and returns the whole answer.
    convenience init(_ answer: @escaping @Sendable (String) -> String) {
        self.init(bodyBytes: 0, bytes: { Array(answer(String(decoding: $0, as: UTF8.self)).utf8) })
    }

    /// - Parameters:
    ///   - bodyBytes: How many bytes follow the head of a request.
    ///   - answer: As above, in bytes.
    init(bodyBytes: Int, bytes answer: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, length)
                _ = listen(listener, 64)
                _ = getsockname(listener, address, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        Self.startThread {
            while true {
                let peer = accept(listener, nil, nil)
                guard peer >= 0 else {
                    close(listener)
                    return
                }
                Self.serve(peer, bodyBytes, answer)
                close(peer)
            }
        }
    }

    var url: String { "http://127.0.0.1:\(port)" }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func serve(_ peer: Int32, _ bodyBytes: Int, _ answer: ([UInt8]) -> [UInt8]) {
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !isWhole(request, bodyBytes) {
            let count = recv(peer, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += buffer[..<count]
        }
        let reply = answer(request)
        _ = send(peer, reply, reply.count, Int32(MSG_NOSIGNAL))
        shutdown(peer, Int32(SHUT_WR))
        while recv(peer, &buffer, buffer.count, 0) > 0 {}
    }

    /// Whether the head is there, and so many bytes after it.
    private static func isWhole(_ request: [UInt8], _ bodyBytes: Int) -> Bool {
        let end = Array("\r\n\r\n".utf8)
        return request.indices.contains { request[$0...].starts(with: end) && request.count >= $0 + 4 + bodyBytes }
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
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

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
