#if canImport(Glibc)
import Glibc
#endif

/// Closes a descriptor; a type with a method `close` cannot name the function of the C library.
func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

/// The reason why the last call into the C library failed.
func lastFailure() -> Int32 { errno }

/// The soft limit of open files.
func openFileLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
    return Int(clamping: limit.rlim_cur)
}
