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

    /// Why a file cannot be loaded as a library here, as far as its start tells; `nil` when nothing speaks against it.
    static func objection(toLibrary path: String) -> String? {
        #if os(Linux)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return "cannot be read: \(String(cString: strerror(errno)))" }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return "cannot be read: \(String(cString: strerror(errno)))" }
        var head = [UInt8](repeating: 0, count: LibraryFile.headBytes)
        let count = max(0, read(descriptor, &head, head.count))
        return LibraryFile.objection(Array(head[..<count]), size: Int(status.st_size))
        #else
        return nil
        #endif
    }

    /// What tells one state of a file from another: its size and when it was written.
    static func fingerprint(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if os(Linux)
        let time = status.st_mtim
        #else
        let time = status.st_mtimespec
        #endif
        return "\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)"
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
