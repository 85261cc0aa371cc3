import Glibc
import Values

/// Memory of this process, for tests that look for leaks; others of the process take some meanwhile.
package enum ResidentMemory {
    /// What the process holds in memory now.
    package static var bytes: Int {
        let text = String(decoding: (try? TextFile.read("/proc/self/statm")) ?? [], as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
