internal import Plugins
internal import Values

/// The one folder that files are saved into.
///
/// Everything blocks for as long as the disk takes.
struct DownloadFolder: Sendable {
    let path: String
    /// What the person forbids, folders to write to among it.
    var denied = PermissionSet()

    /// Begins a file; the folder is made when it is not there.
    ///
    /// - Throws: `io`.
    func begin() throws(HeraldError) -> IncompleteFile {
        do {
            let real = try RealPath(path)
            guard !denied.covers(.write(real.text)) else {
                throw HeraldError(.denied, "write \(real.text) is denied", hint: "a --deny-write flag forbids it")
            }
            try TextFile.makeDirectories(real.text)
            return try IncompleteFile(in: real)
        } catch let fault as SystemFault {
            throw failure("begin a file", fault)
        } catch {
            throw HeraldError(error)
        }
    }

    /// Gives a whole file its name, or one like it when that is taken, and tells which and where.
    ///
    /// - Throws: `io`; nothing of the file is left then.
    func keep(_ file: IncompleteFile, as name: String) throws(HeraldError) -> (name: String, path: String) {
        do throws(SystemFault) {
            let kept = try file.keep(as: FileName.safe(name))
            return (kept, try RealPath(path).text + "/" + kept)
        } catch {
            throw failure("save \(FileName.safe(name))", error)
        }
    }

    /// Saves bytes under a name.
    func save(_ bytes: [UInt8], as name: String) throws(HeraldError) -> (name: String, path: String) {
        let file = try begin()
        let written = bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemFault) in try file.write(bytes) }
        }
        do throws(SystemFault) {
            try written.get()
        } catch {
            throw failure("save \(FileName.safe(name))", error)
        }
        return try keep(file, as: name)
    }

    func failure(_ what: String, _ fault: SystemFault) -> HeraldError {
        HeraldError(.io, "cannot \(what) in \(path): \(fault.text)")
    }
}
