import Values

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The few questions that the search for plugins asks of the file system.
package enum FileSystem {
    /// The folder of the running program.
    package static var executableDirectory: String? {
        guard let path = resolved("/proc/self/exe"), let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    static func isDirectory(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFDIR } ?? false }

    static func isFile(_ path: String) -> Bool { mode(path).map { $0 & S_IFMT == S_IFREG } ?? false }

    /// Whether a file starts like a shared library; what is in it the loader says.
    static func looksLikeLibrary(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: 4)
        guard read(descriptor, &start, start.count) == start.count else { return false }
        #if os(Linux)
        return start == [0x7F, 0x45, 0x4C, 0x46]
        #else
        return true
        #endif
    }

    /// The path without links and dots, when there is such a file.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The names in a folder but hidden ones, sorted; `nil` when it cannot be read.
    static func names(in directory: String) -> [String]? {
        guard let stream = opendir(directory) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The bytes of a file up to a limit.
    static func contents(of path: String, limit: Int) -> TextFile.Contents {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .unreadable(errno) }
        defer { close(descriptor) }
        return TextFile.contents(of: descriptor, limit: limit)
    }

    private static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }
}
