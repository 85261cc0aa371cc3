import CMicroHTTPD
import CNetBridge

#if canImport(Glibc)
import Glibc
#endif

/// Cuts connections whose request line and headers drip in so slowly that they never count as idle.
final class HeadWatch {
    /// Longest time for a whole head, in milliseconds; twice the idle time, so that only drips are met.
    private static let longest: Int64 = 60_000
    /// How often the list is looked through, in milliseconds.
    private static let step: Int64 = 1000

    private var since: [OpaquePointer: Int64] = [:]
    private var nextLook: Int64 = 0

    /// A connection waits for a head from now on.
    func begin(_ connection: OpaquePointer, now: Int64) { since[connection] = now }

    /// The head came, or the connection is gone.
    func end(_ connection: OpaquePointer) { since[connection] = nil }

    /// Ends what has waited too long.
    ///
    /// A drip wakes the loop each time, so this is called often enough.
    func cutLate(now: Int64) {
        guard now >= nextLook else { return }
        nextLook = now + Self.step
        for (connection, start) in since where now - start > Self.longest {
            // The library then reads the end of the stream and closes the connection itself.
            let descriptor = herald_server_connection_descriptor(connection)
            if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RD)) }
        }
    }
}
