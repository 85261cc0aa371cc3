#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The texts of a set of authoring files, by name within their folder.
///
/// Names without a slash are campaign files; the others are what those include by `{"$file": name}`.
package struct AuthoringTexts: Sendable, Hashable {
    /// More than any hand-written file; keeps a wrong path from filling memory.
    package static let maximumBytes = 4 << 20
    /// All files of a folder together.
    package static let maximumTotalBytes = 256 << 20
    /// All files that are sent to a server together; as JSON they are longer.
    package static let maximumSentBytes = 12 << 20
    package static let maximumFiles = 2000
    /// Deeper nesting than any card has, and than a body of the REST interface may have, with the lists around it.
    package static let maximumDepth = 120

    /// A text, or why there is none.
    package enum Content: Sendable, Hashable {
        case text([UInt8])
        case missing(reason: String)
    }

    package private(set) var contents: [String: Content] = [:]
    /// For a file that is not there the nearest name in its folder.
    package private(set) var nearNames: [String: String] = [:]
    /// Put before a name where people see it.
    package let prefix: String

    package init(prefix: String = "") { self.prefix = prefix }

    package subscript(name: String) -> Content? {
        get { contents[name] }
        set { contents[name] = newValue }
    }

    /// Campaign files, sorted so that the result does not depend on the file system.
    package var campaignFiles: [String] { contents.keys.filter(Self.isCampaignFile).sorted() }

    /// The texts that there are, by name.
    package var texts: [(name: String, text: [UInt8])] {
        contents.sorted { $0.key < $1.key }.compactMap { name, content in
            if case .text(let text) = content { (name, text) } else { nil }
        }
    }

    /// Files that cannot be read, or that are no text in UTF-8.
    package var unreadable: [AuthoringFinding] {
        contents.sorted { $0.key < $1.key }.compactMap { name, content in
            let path = prefix + name
            switch content {
            case .missing(let reason):
                return AuthoringFinding(.error, "\(path) \(reason)", hint: hint(forMissing: name), file: path)
            case .text(let text):
                if String(validating: text, as: UTF8.self) != nil { return nil }
                return AuthoringFinding(.error, "\(path) is no text in UTF-8", file: path)
            }
        }
    }

    /// Names the file that was probably meant in place of one that is not there.
    package func hint(forMissing name: String) -> String? { nearNames[name].map { "did you mean \"\($0)\"?" } }

    /// The folder of agents that belongs to a folder of campaign files: `agents` beside it.
    package static func agentsFolder(beside folder: String) -> String {
        var folder = folder
        while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
        let slash = folder.lastIndex(of: "/")
        let name = slash.map { folder[folder.index(after: $0)...] } ?? folder[...]
        switch name {
        case ".": return folder.dropLast() + "../agents"
        // What lies beside a folder that is a link is seen from where it leads.
        case "", "..": return "\(folder)/../agents"
        default: return isLink(folder) ? "\(folder)/../agents" : folder.dropLast(name.count) + "agents"
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    package static func isCampaignFile(_ name: String) -> Bool {
        !name.contains("/") && name.hasSuffix(".json") && !name.hasPrefix(".")
    }

    /// Whether a name stays below its folder as it is written: relative, and without empty, `.` and `..` parts.
    package static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let odd = [Array("".utf8), Array(".".utf8), Array("..".utf8)]
        return name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && parts.allSatisfy { !odd.contains(Array($0)) }
    }

    /// Names of the files that a JSON value includes.
    package static func includes(in value: JSON) -> [String] {
        switch value {
        case .array(let elements): return elements.flatMap(includes)
        case .object(let members):
            if let name = members["$file"]?.string { return [name] }
            return members.flatMap { includes(in: $0.value) }
        default: return []
        }
    }
}

extension AuthoringTexts {
    /// Reads the `*.json` files right in a folder and what they include from below it, also through a link.
    ///
    /// Blocks for as long as the disk takes. A file that cannot be read is noted with its reason.
    /// - Throws: `bad_authoring` when there is no such folder or nothing in it, or when it is too much.
    package static func read(folder path: String) throws(HeraldError) -> AuthoringTexts {
        guard let names = names(in: path) else {
            throw HeraldError(
                .badAuthoring,
                "the folder \(path) cannot be read: \(String(cString: strerror(errno)))",
                hint: "name a folder of campaign files, for example scripts/campaigns"
            )
        }
        var texts = try gather(path, names: names) { file throws(HeraldError) in
            isOutside(file, path) ? nil : content(of: file)
        }
        texts.findNearNames(path)
        return texts
    }

    private mutating func findNearNames(_ root: String) {
        for case (let name, .missing) in contents {
            let slash = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
            let folder = prefix + name[..<slash]
            guard !Self.isOutside(folder + ".", root), let names = Self.names(in: folder) else { continue }
            let files = names.filter { $0.hasSuffix(".json") && $0 != name[slash...] }
            nearNames[name] = Suggestion.closest(to: String(name[slash...]), among: files).map { name[..<slash] + $0 }
        }
    }

    /// Takes campaign files of these names and what they include, each read by `content`, which gives `nil` for what leads
    /// out of the folder: see ``isOutside(_:_:)``.
    package static func gather(
        _ path: String,
        names: [String],
        content: (String) throws(HeraldError) -> Content?
    ) throws(HeraldError) -> AuthoringTexts {
        var folder = path
        while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
        var texts = AuthoringTexts(prefix: folder == "/" ? "/" : folder + "/")
        for name in names where isCampaignFile(name) {
            texts[name] = try content(texts.prefix + name) ?? .missing(reason: "leads out of its folder through a link")
        }
        guard !texts.contents.isEmpty else {
            throw HeraldError(.badAuthoring, "the folder \(folder) has no .json files")
        }
        for (_, text) in texts.texts {
            // What is no JSON is told by who reads it for its meaning.
            guard let value = try? JSONText.parse(text, limits: .init(depth: maximumDepth)) else { continue }
            for name in includes(in: value) where isName(name) && texts[name] == nil {
                texts[name] = try content(texts.prefix + name)
            }
        }
        try texts.checkSize()
        return texts
    }

    /// - Throws: `bad_authoring` when there are too many files, or too many bytes in them.
    package func checkSize(maximumBytes: Int = maximumTotalBytes) throws(HeraldError) {
        guard contents.count <= Self.maximumFiles else {
            throw HeraldError(.badAuthoring, "\(contents.count) files are more than \(Self.maximumFiles)")
        }
        let bytes = texts.reduce(0) { $0 + $1.text.count }
        guard bytes <= maximumBytes else {
            throw HeraldError(.badAuthoring, "\(bytes) bytes in all are more than \(maximumBytes)")
        }
    }

    /// Whether a file leads out of the folder, through a link: faults show lines of what is read.
    ///
    /// Blocks for as long as the disk takes.
    package static func isOutside(_ file: String, _ folder: String) -> Bool {
        // What does not exist is told with the system's words.
        guard let real = real(file) else { return false }
        guard let root = Self.real(folder) else { return true }
        return !real.utf8.starts(with: "\(root == "/" ? "" : root)/".utf8)
    }

    private static func content(of path: String) -> Content {
        // Without O_NONBLOCK a pipe that somebody named like a file would hold the program up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return unreadable(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return unreadable(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .missing(reason: "is not an ordinary file") }
        switch TextFile.contents(of: descriptor, limit: maximumBytes) {
        case .bytes(let bytes): return .text(bytes)
        case .tooLarge: return .missing(reason: "has more than \(maximumBytes) bytes")
        case .unreadable(let reason): return unreadable(reason)
        }
    }

    private static func unreadable(_ reason: Int32) -> Content {
        .missing(reason: "cannot be read: \(String(cString: strerror(reason)))")
    }

    /// Names of all entries of a folder, sorted; `nil` and `errno` when it cannot be read.
    package static func names(in path: String) -> [String]? {
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
