import Glibc
import Values

/// A TCP server on 127.0.0.1 whose every connection runs a script on a thread of its own; it lives until ``stop()``.
package final class ScriptedServer: Sendable {
    package let port: Int
    private let listener: Int32

    /// - Parameter script: gets the connection, which is closed after it.
    package init(_ script: @escaping @Sendable (ScriptedPeer) -> Void) {
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
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else {
                    close(listener)
                    return
                }
                Self.startThread {
                    let peer = ScriptedPeer(descriptor: descriptor)
                    script(peer)
                    // Closing with bytes unread would send a reset, which eats what was written.
                    shutdown(descriptor, Int32(SHUT_WR))
                    peer.waitUntilGone()
                    close(descriptor)
                }
            }
        }
    }

    package var address: String { "127.0.0.1:\(port)" }
    package var url: String { "http://\(address)" }

    package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        pthread_create(
            &thread,
            nil,
            { context in
                if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            },
            context
        )
        pthread_detach(thread)
    }
}

/// One accepted connection.
package struct ScriptedPeer: Sendable {
    fileprivate let descriptor: Int32

    /// The head of the next request, with the body that its `Content-Length` says; empty at the end.
    package func request() -> String { String(decoding: requestBytes(), as: UTF8.self) }

    /// As above, byte for byte.
    package func requestBytes() -> [UInt8] {
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            if let end = request.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: request[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                let wanted = length.flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) } ?? 0
                if request.count - end.upperBound >= wanted { return request }
            }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return [] }
            request += buffer[..<count]
        }
    }

    /// Writes all of it; `false` when the other side is gone.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    package func write(_ text: String) { write(Array(text.utf8)) }

    /// A whole answer.
    package func respond(_ status: String, headers: [String] = [], _ body: [UInt8] = []) {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers
        write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    /// Blocks until the other side closes.
    package func waitUntilGone() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }
}
