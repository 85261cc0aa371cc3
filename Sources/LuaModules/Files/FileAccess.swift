internal import Plugins
internal import Values

/// Which files a script or plugin may use; judged by where a path really leads.
struct FileAccess: Sendable {
    private let permissions: PluginPermissions

    init(_ permissions: PluginPermissions) { self.permissions = permissions }

    /// The real path of a file that may be read.
    ///
    /// Blocks for as long as the disk takes.
    /// - Throws: `denied` with the flag that would allow it, `io`.
    func readable(_ path: String) throws(HeraldError) -> RealPath {
        let real = try Self.resolve(path)
        try require(.read(real.text), flag: "--allow-read \(real.folder.text)")
        return real
    }

    /// The real path of a folder whose names may be read.
    func listable(_ path: String) throws(HeraldError) -> RealPath {
        let real = try Self.resolve(path)
        try require(.read(real.text), flag: "--allow-read \(real.text)")
        return real
    }

    /// The real path of a file that may be written.
    func writable(_ path: String) throws(HeraldError) -> RealPath {
        let real = try Self.resolve(path)
        try require(.write(real.text), flag: "--allow-write \(real.folder.text)")
        return real
    }

    private static func resolve(_ path: String) throws(HeraldError) -> RealPath {
        do throws(SystemFault) {
            return try RealPath(path)
        } catch {
            throw HeraldError(.io, "cannot follow \(path): \(error.text)")
        }
    }

    private func require(_ subject: PermissionSubject, flag: String) throws(HeraldError) {
        guard var denial = permissions.denial(of: subject) else { return }
        let isForbidden = permissions.grant.denied.covers(subject)
        if permissions.asked.covers(subject), !isForbidden { denial.hint = "allow it with \(flag)" }
        throw denial
    }
}
