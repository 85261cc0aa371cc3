#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that gets its name when it is whole; until then nothing of it can be left, not even by a crash, where the file
/// system knows files without a name (`O_TMPFILE`), and a hidden name elsewhere.
///
/// Any thread; everything blocks for as long as the disk takes.
package final class IncompleteFile: Sendable {
    private struct State: Sendable {
        /// `nil` once it is kept or given up.
        var number: Int32?
        /// Where it lies meanwhile, when it has a name.
        var name: String?
    }

    /// Names that are tried before the person is asked to tidy up.
    private static let mostNumbers = 999

    private let folder: OpenFolder
    private let state: Lock<State>

    /// Begins a file in a folder.
    ///
    /// - Throws: also when the folder is not there, or a link was put in its place.
    package convenience init(in path: RealPath) throws(SystemFault) { try self.init(in: path, mayBeNameless: true) }

    init(in path: RealPath, mayBeNameless: Bool) throws(SystemFault) {
        let folder = try OpenFolder(path)
        var state = State()
        if mayBeNameless, let file = try? folder.openNameless() {
            state.number = file.release()
        } else {
            let new = try NewFile(in: folder, mode: 0o666)
            state.name = new.name
            // The descriptor outlives what holds it here.
            let copy = fcntl(new.file.number, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else {
                let fault = SystemFault()
                folder.remove(new.name)
                throw fault
            }
            state.number = copy
        }
        self.folder = folder
        self.state = Lock(state)
    }

    deinit { discard() }

    /// Adds bytes at the end.
    ///
    /// - Throws: `EBADF` once the file is kept or given up.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemFault) {
        try state.withLock { (state) throws(SystemFault) -> Void in
            guard let number = state.number else { throw SystemFault(EBADF) }
            try TextFile.writeAll(bytes, to: number)
        }
    }

    /// Gives the file its name, which nothing else has: one that is taken gets a number.
    ///
    /// - Returns: the name.
    /// - Throws: `EEXIST` when every number is taken; the file is given up after any failure.
    package func keep(as name: String) throws(SystemFault) -> String {
        try state.withLock { (state) throws(SystemFault) -> String in
            defer { close(&state) }
            guard let number = state.number else { throw SystemFault(EBADF) }
            guard fsync(number) == 0 else { throw SystemFault() }
            for count in 0...Self.mostNumbers {
                let name = count == 0 ? name : FileName.numbered(name, count)
                do throws(SystemFault) {
                    try folder.link(number, state.name, as: name)
                    return name
                } catch {
                    guard error.number == EEXIST else { throw error }
                }
            }
            throw SystemFault(EEXIST)
        }
    }

    /// Gives the file up; nothing is left of it.
    package func discard() { state.withLock { close(&$0) } }

    private func close(_ state: inout State) {
        if let number = state.number { systemClose(number) }
        if let name = state.name { folder.remove(name) }
        state = State()
    }
}

private func systemClose(_ number: Int32) { close(number) }
