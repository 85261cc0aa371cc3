#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that was not there before, under a name that nobody chose.
package struct NewFile: ~Copyable, Sendable {
    /// Names that crashed processes may have left.
    private static let mostTaken = 1000
    private static let counter = Lock<UInt64>(0)

    package let name: String
    package let file: Descriptor

    /// Makes it in a folder; `mode` are permission bits.
    package init(in folder: borrowing OpenFolder, mode: UInt16) throws(SystemFault) {
        for _ in 0..<Self.mostTaken {
            let number = Self.counter.withLock { counter in
                counter += 1
                return counter
            }
            let name = ".herald-\(getpid())-\(number).new"
            do throws(SystemFault) {
                file = try folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode_t(mode))
                self.name = name
                return
            } catch {
                guard error.number == EEXIST else { throw error }
            }
        }
        throw SystemFault(EEXIST)
    }
}
