import CNetBridge

#if canImport(Glibc)
import Glibc
#endif

/// The request line of a request whose head has come.
struct RequestLine {
    /// As it came, query included.
    let target: [UInt8]
    let version: String
    /// The first byte of the head.
    let start: UnsafeRawPointer
    /// The first byte behind the version.
    let end: UnsafeRawPointer

    /// `nil` when a NUL byte cut one of the parts: the library ends each with one, where a single blank was.
    init?(
        _ line: RequestLines.Target,
        method: UnsafePointer<CChar>?,
        target: UnsafePointer<CChar>?,
        version: UnsafePointer<CChar>?
    ) {
        guard let method, let version, target == line.start else { return nil }
        guard line.start == method + strlen(method) + 1, version == line.start + line.bytes.count + 1 else {
            return nil
        }
        self.target = line.bytes
        self.version = String(cString: version)
        start = UnsafeRawPointer(method)
        end = UnsafeRawPointer(version + strlen(version))
    }
}

/// The request lines whose headers are still on their way; touched by the loop's thread only.
final class RequestLines {
    /// A target as it came.
    struct Target {
        /// Where it stands in libmicrohttpd's memory.
        let start: UnsafePointer<CChar>
        /// Without the NUL byte at its end.
        let bytes: [UInt8]

        init(start: UnsafePointer<CChar>, length: Int) {
            self.start = start
            bytes = Array(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    private var targets: [OpaquePointer: Target] = [:]

    /// A connection's request line has come.
    func begin(_ connection: OpaquePointer, _ target: Target) { targets[connection] = target }

    /// The headers have come too, or never will.
    func end(_ connection: OpaquePointer) -> Target? { targets.removeValue(forKey: connection) }

    /// Whether a text is part of the connection's request line but not its target.
    func isOther(_ text: UnsafePointer<CChar>, than connection: OpaquePointer) -> Bool {
        targets[connection].map { $0.start != text } ?? false
    }

    /// The connection whose whole head libmicrohttpd looks at now, before any of our functions has seen it.
    func judged() -> OpaquePointer? { targets.keys.first { herald_server_is_judging($0) } }
}
