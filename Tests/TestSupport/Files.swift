package import Glibc
import Values

/// What tests ask of the file system.
package enum Files {
    /// The package's folder, found from this file.
    package static let packageRoot = String(#filePath.dropLast("/Tests/TestSupport/Files.swift".count))

    package static func read(_ path: String) throws -> [UInt8] { try TextFile.read(path) }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The permission bits of a file, `nil` when there is none.
    package static func mode(of path: String) -> mode_t? {
        var info = stat()
        return stat(path, &info) == 0 ? info.st_mode & 0o777 : nil
    }

    package static func makeDirectories(_ path: String) throws { try TextFile.makeDirectories(path) }

    package static func link(_ path: String, to target: String) throws {
        guard symlink(target, path) == 0 else { throw HeraldError(.io, "cannot link \(path): \(reason)") }
    }

    /// The names in a folder but `.` and `..`, sorted.
    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Copies a file or a folder with all that is in it.
    package static func copy(_ source: String, to target: String) throws {
        var info = stat()
        guard stat(source, &info) == 0 else { throw HeraldError(.io, "cannot read \(source): \(reason)") }
        guard info.st_mode & S_IFMT == S_IFDIR else {
            return try TextFile.write(read(source), to: target, mode: info.st_mode & 0o777)
        }
        try makeDirectories(target)
        for name in names(in: source) { try copy("\(source)/\(name)", to: "\(target)/\(name)") }
    }

    /// Removes a file or a folder with all that is in it; what is not there is no error.
    package static func remove(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        chmod(path, 0o700)
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
