import Glibc
import Values

/// A folder under `/tmp` that is gone with this object.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/herald-test-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw HeraldError(.io, "cannot make a folder in /tmp: \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
    }

    deinit { Files.remove(path) }

    /// The path of a name in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, with the folders it needs, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws -> String {
        let file = file(name)
        if let slash = file.lastIndex(of: "/") { try TextFile.makeDirectories(String(file[..<slash])) }
        try TextFile.write(bytes, to: file, mode: mode)
        return file
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }
}
