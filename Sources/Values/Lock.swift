#if canImport(Glibc)
public import Glibc
#elseif canImport(Darwin)
public import Darwin
#endif

/// A value behind a mutex; hold it for a few lines, never across an `await` or a call into code one does not own.
///
/// Public, for only so do other modules get it compiled into their code, which half of a call's time would go to otherwise.
/// Built on `pthread_mutex_t`, which the thread sanitizer understands: it reports false races around
/// `Synchronization.Mutex`. For the same reason the value should not be `Void`, which has no place of its own.
public final class Lock<State>: @unchecked Sendable {
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline var state: State

    /// A lock around `state`.
    @inlinable
    public init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    @inlinable
    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while nobody else does, and returns what it returns; not re-entrant.
    @inlinable @inline(__always)
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
