internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The folder of authoring files and what may be reached from it.
struct AuthoringFolder: Sendable {
    let path: String
    let agents: String

    init(path: String, agents: String?) {
        var trimmed = path
        while trimmed.utf8.count > 1, trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
        self.path = trimmed
        self.agents = agents ?? "\(trimmed)/../agents"
    }

    /// The `*.json` files right in the folder, sorted by name so that the result does not depend on the file system.
    func files() throws(HeraldError) -> [String] {
        guard let all = Self.names(in: path) else {
            throw HeraldError(
                .badAuthoring,
                "the folder \(path) cannot be read: \(String(cString: strerror(errno)))",
                hint: "name a folder of campaign files, for example scripts/campaigns"
            )
        }
        let names = all.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        guard !names.isEmpty else {
            throw HeraldError(.badAuthoring, "the folder \(path) has no .json files")
        }
        return names.map { "\(path)/\($0)" }
    }

    /// The path of an included file; `nil` when it would lie outside the folder, also through a link.
    func include(_ name: String) -> String? {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let up = Array("..".utf8)
        guard !name.isEmpty, !name.utf8.contains(0), parts.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(up) }) else {
            return nil
        }
        let file = "\(path)/\(name)"
        // What does not exist is reported when it is read.
        guard let real = Self.real(file) else { return file }
        guard let root = Self.real(path), real.utf8.starts(with: "\(root == "/" ? "" : root)/".utf8) else { return nil }
        return file
    }

    func hasAgent(_ name: String) -> Bool {
        access("\(agents)/\(name).lua", R_OK) == 0
    }

    /// Names of all agent scripts there are, for suggestions.
    func agentNames() -> [String] {
        (Self.names(in: agents) ?? []).filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }
    }

    /// Names of all entries of a folder, sorted; `nil` and `errno` when it cannot be read.
    private static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            names.append(name)
        }
        return names.sorted()
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
