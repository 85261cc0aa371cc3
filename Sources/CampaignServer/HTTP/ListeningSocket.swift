import Values

#if canImport(Glibc)
import Glibc
#endif

/// A TCP socket that listens.
struct ListeningSocket {
    /// The open descriptor; whoever holds this closes it or hands it on.
    let descriptor: Int32
    /// The port it has, also when any was asked for.
    let port: UInt16

    /// Connections the kernel holds until they are accepted.
    private static let backlog: Int32 = 512

    /// Opens a socket on a numeric address; IPv6 with or without brackets, and `localhost` for 127.0.0.1.
    ///
    /// - Throws: ``HeraldError`` with `port_in_use` when it is taken, `invalid_argument` for an address that cannot be
    ///   listened on.
    static func open(host: String, port: UInt16) throws(HeraldError) -> ListeningSocket {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        defer { if let list { freeaddrinfo(list) } }
        let bare = host == "localhost" ? "127.0.0.1" : bare(host)
        // A NUL byte would cut the text, and no text at all would mean every address.
        guard !bare.isEmpty, !bare.utf8.contains(0), getaddrinfo(bare, String(port), &hints, &list) == 0,
            let address = list?.pointee
        else {
            throw HeraldError(
                .invalidArgument,
                "\(host.isEmpty ? "an empty text" : host) is no numeric address",
                hint: "listen on 127.0.0.1, [::1], 0.0.0.0 or another address of this machine"
            )
        }
        let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { throw failure("no socket for \(host)", errno) }
        do {
            return try bind(descriptor, address, host: host, port: port)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func bind(
        _ descriptor: Int32,
        _ address: addrinfo,
        host: String,
        port: UInt16
    ) throws(HeraldError) -> ListeningSocket {
        // Without it a restart would have to wait until old connections are forgotten.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard Glibc.bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, backlog) == 0 else {
            let reason = errno
            guard reason == EADDRINUSE else { throw failure("cannot listen on \(name(host, port))", reason) }
            throw HeraldError(
                .portInUse,
                "\(name(host, port)) is in use",
                hint: "choose another port, or 0 for any free one"
            )
        }
        return ListeningSocket(descriptor: descriptor, port: try boundPort(descriptor))
    }

    private static func boundPort(_ descriptor: Int32) throws(HeraldError) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let port = withUnsafeMutablePointer(to: &storage) { pointer -> UInt16? in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
                guard getsockname(descriptor, address, &length) == 0 else { return nil }
                // The port stands at the same place in both families.
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            }
        }
        guard let port else { throw failure("the socket has no name", errno) }
        return port
    }

    /// Address and port as they stand in a URL.
    static func name(_ host: String, _ port: UInt16) -> String {
        let bare = bare(host)
        return bare.utf8.contains(UInt8(ascii: ":")) ? "[\(bare)]:\(port)" : "\(bare):\(port)"
    }

    /// The address without the brackets that only an IPv6 one may have.
    private static func bare(_ host: String) -> String {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.contains(UInt8(ascii: ":")) else { return host }
        return String(host.dropFirst().dropLast())
    }

    private static func failure(_ message: String, _ code: Int32) -> HeraldError {
        HeraldError(.invalidArgument, "\(message): \(String(cString: strerror(code)))")
    }
}
