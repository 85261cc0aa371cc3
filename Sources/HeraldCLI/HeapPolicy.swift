internal import Glibc

/// How the allocator of this process keeps what was freed.
enum HeapPolicy {
    /// Gives large blocks back to the system at once, so that the process is about as large as what its scripts hold.
    static func apply() {
        // The module of the C library has no malloc.h.
        guard let symbol = dlsym(nil, "mallopt") else { return }
        let mallopt = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
        let (mmapThreshold, arenaMaximum) = (Int32(-3), Int32(-8))
        _ = mallopt(mmapThreshold, 1 << 20)
        _ = mallopt(arenaMaximum, 2)
    }
}
