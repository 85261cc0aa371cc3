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

    /// The empty one is the current folder, and others may end in a slash: paths are spelled as they are.
    let roots: [String]
    /// Notes where was looked.
    var files: ScriptFiles?
    /// What `require` finds without a file, for those who misspell it.
    var known: [String] = []
    var advice = ScriptAdvice()

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
            let start = root.isEmpty || root.hasSuffix("/") ? root : root + "/"
            for path in ["\(start)\(relative).lua", "\(start)\(relative)/init.lua"] {
                files?.note(path)
                guard let real = try? RealPath(path), Self.exists(real) else {
                    tried.append(path)
                    continue
                }
                guard let realRoot = try? RealPath(root.isEmpty ? "." : root), real.isInside(realRoot) else {
                    throw HeraldError(.denied, "module \"\(name)\": \(path) leads out of its folder to another one")
                }
                let content: Result<[UInt8], HeraldError>
                do throws(SystemFault) {
                    content = try Self.read(real, path, name)
                } catch {
                    throw HeraldError(.io, "module \"\(name)\" at \(path) cannot be read: \(error.text)")
                }
                return (path, try content.get())
            }
        }
        let places =
            tried.isEmpty ? "no folders are searched for modules" : "looked for \(tried.joined(separator: ", "))"
        let other =
            advice.hint(requiring: name)
            ?? Suggestion.closest(to: name, among: known).map { "did you mean \"\($0)\"?" }
        throw HeraldError(
            .notFound,
            "there is no module \"\(name)\"",
            hint: places + (other.map { "; \($0)" } ?? "")
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

    private static func exists(_ path: RealPath) -> Bool {
        // What may not be looked at counts as not there, and is named among the places.
        (try? OpenFolder(path.folder).status(of: path.name)) ?? nil != nil
    }

    /// Reads a file, and no link that took its place since.
    private static func read(
        _ path: RealPath,
        _ shown: String,
        _ name: String
    ) throws(SystemFault) -> Result<[UInt8], HeraldError> {
        // Without O_NONBLOCK a pipe named like a module would block the state before its kind is known.
        let file = try OpenFolder(path.folder).open(path.name, O_RDONLY | O_NONBLOCK)
        let status = try file.status()
        if let kind = status.oddKind {
            return .failure(HeraldError(.io, "module \"\(name)\" at \(shown) is \(kind), not a file"))
        }
        let tooLarge = HeraldError(.tooLarge, "module \"\(name)\" at \(shown) has more than \(sizeLimit >> 20) MiB")
        guard status.st_size <= sizeLimit else { return .failure(tooLarge) }
        switch TextFile.contents(of: file.number, limit: sizeLimit, expected: Int(status.st_size)) {
        case .bytes(let bytes): return .success(bytes)
        case .tooLarge: return .failure(tooLarge)
        case .unreadable(let number): throw SystemFault(number)
        }
    }
}
