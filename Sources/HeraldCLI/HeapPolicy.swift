internal import Glibc

/// How the allocator of this process keeps what was freed.
enum HeapPolicy {
    /// Gives large blocks back to the system at once, so that the process is about as large as what its scripts hold.
    static func apply() {
        set(mmapThreshold, 1 << 20)
        set(arenaMaximum, 2)
    }

    /// Keeps up to 16 MiB of what was freed: a server needs the same again with the next request, and taking it from the
    /// system anew costs more than the request.
    static func keepFreed() { set(trimThreshold, 16 << 20) }

    private static let (trimThreshold, mmapThreshold, arenaMaximum) = (Int32(-1), Int32(-3), Int32(-8))

    private static func set(_ parameter: Int32, _ value: Int32) {
        // The module of the C library has no malloc.h.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        _ = mallopt(parameter, value)
    }
}
