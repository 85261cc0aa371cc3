internal import Plugins
internal import Values

/// Which files a script or plugin may use; judged by where a path really leads.
struct FileAccess: Sendable {
    private let permissions: PluginPermissions

    init(_ permissions: PluginPermissions) { self.permissions = permissions }

    /// The real path of a file that may be read, or of a folder whose names may be.
    ///
    /// Blocks for as long as the disk takes.
    /// - Throws: `denied` with the flag that would allow it, `io`.
    func readable(_ path: String) throws(HeraldError) -> RealPath {
        let real = try Self.resolve(path)
        try permissions.require(.read(real.text))
        return real
    }

    /// The real path of a file that may be written.
    func writable(_ path: String) throws(HeraldError) -> RealPath {
        let real = try Self.resolve(path)
        try permissions.require(.write(real.text))
        return real
    }

    private static func resolve(_ path: String) throws(HeraldError) -> RealPath {
        do throws(SystemFault) {
            return try RealPath(path)
        } catch {
            throw HeraldError(.io, "cannot follow \(path): \(error.text)")
        }
    }
}
