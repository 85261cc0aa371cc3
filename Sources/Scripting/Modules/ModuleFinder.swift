internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Finds the files that `require` loads, never outside its folders.
struct ModuleFinder {
    /// Largest module; the bound on chunks is the same.
    private static let sizeLimit = 4 << 20

    let roots: [String]

    /// The file of a module, symbolic links resolved, and what is in it.
    ///
    /// - Throws: `invalid_argument` for a name that is no module name, `denied` for a link that leads out of the folder,
    ///   `not_found` with the places that were looked at, `io`, `too_large`.
    func find(_ name: String) throws(HeraldError) -> (path: String, source: [UInt8]) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ Self.isPlain($0) }) else {
            throw HeraldError(
                .invalidArgument,
                "\"\(name.prefix(100))\" is no module name",
                hint: "use letters, digits, _ and -, with a dot between folders"
            )
        }
        let relative = parts.joined(separator: "/")
        var tried: [String] = []
        for root in roots {
            for path in ["\(root)/\(relative).lua", "\(root)/\(relative)/init.lua"] {
                guard let real = Self.resolve(path) else {
                    tried.append(path)
                    continue
                }
                guard let realRoot = Self.resolve(root), real.hasPrefix(realRoot == "/" ? "/" : realRoot + "/") else {
                    throw HeraldError(.denied, "module \"\(name)\" leads out of \(root) to another folder")
                }
                return (path, try Self.read(real, name))
            }
        }
        throw HeraldError(
            .notFound,
            "there is no module \"\(name)\"",
            hint: tried.isEmpty ? "no folders are searched for modules" : "looked for \(tried.joined(separator: ", "))"
        )
    }

    private static func isPlain(_ part: Substring) -> Bool {
        !part.isEmpty
            && part.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ path: String, _ name: String) throws(HeraldError) -> [UInt8] {
        // Without O_NONBLOCK a pipe named like a module would block the state before its kind is known.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw HeraldError(.io, "module \"\(name)\" at \(path) cannot be opened") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw HeraldError(.io, "module \"\(name)\" at \(path) is no file")
        }
        guard status.st_size <= sizeLimit else {
            throw HeraldError(.tooLarge, "module \"\(name)\" has more than \(sizeLimit >> 20) MiB")
        }
        switch TextFile.contents(of: descriptor, limit: sizeLimit) {
        case .bytes(let bytes): return bytes
        case .tooLarge: throw HeraldError(.tooLarge, "module \"\(name)\" has more than \(sizeLimit >> 20) MiB")
        case .unreadable: throw HeraldError(.io, "module \"\(name)\" at \(path) cannot be read")
        }
    }
}
