import CMicroHTTPD
import CNetBridge

#if canImport(Glibc)
import Glibc
#endif

/// Knows the connections that wait for a request line and headers: cuts those that drip in so slowly that they never count
/// as idle, and tells which of them has begun.
final class HeadWatch {
    /// A connection between two requests, or within a head.
    private struct Wait {
        /// Monotonic milliseconds.
        var since: Int64
        /// Bytes of the requests before; `nil` when one of them did not say its length.
        var earlierBytes: UInt64?
        var progress = ReadProgress()
    }

    /// Longest time for a whole head, in milliseconds; twice the idle time, so that only drips are met.
    private static let longest: Int64 = 60_000
    /// How often the list is looked through, in milliseconds.
    private static let step: Int64 = 1000
    /// Among more connections than this nobody is looked for, since each costs two calls of the system.
    static let searched = 256

    private var waits: [OpaquePointer: Wait] = [:]
    private var nextLook: Int64 = 0

    /// A connection waits for a head from now on, after requests of so many bytes.
    func begin(_ connection: OpaquePointer, now: Int64, after earlierBytes: UInt64? = 0) {
        waits[connection] = Wait(since: now, earlierBytes: earlierBytes)
    }

    /// The head came, or the connection is gone; gives the bytes of the requests before.
    @discardableResult
    func end(_ connection: OpaquePointer) -> UInt64? { waits.removeValue(forKey: connection)?.earlierBytes }

    /// The connections of which libmicrohttpd has read a part of a head since the last call; `nil` among too many.
    func begun() -> [OpaquePointer]? {
        guard waits.count <= Self.searched else { return nil }
        return waits.keys.filter { connection in
            let taken = herald_server_taken_bytes(connection)
            guard waits[connection]?.progress.isNew(taken) == true else { return false }
            return waits[connection]?.earlierBytes.map { taken > $0 } ?? true
        }
    }

    /// Ends what has waited too long.
    ///
    /// A drip wakes the loop each time, so this is called often enough.
    func cutLate(now: Int64) {
        guard now >= nextLook else { return }
        nextLook = now + Self.step
        for (connection, wait) in waits where now - wait.since > Self.longest {
            // The library then reads the end of the stream and closes the connection itself.
            let descriptor = herald_server_connection_descriptor(connection)
            if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RD)) }
        }
    }
}

/// Whether something was read since the last look.
///
/// Whatever libmicrohttpd has read of a head or a body it has also judged before it turns to the next connection.
struct ReadProgress {
    private var seen: UInt64?

    /// Whether this many bytes are more than at the last call.
    mutating func isNew(_ taken: UInt64) -> Bool {
        defer { seen = taken }
        return seen != taken
    }
}
