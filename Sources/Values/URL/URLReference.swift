/// References from one URL to another, as the header `Location` has them; RFC 3986 §5.
package enum URLReference {
    /// The URL that a reference names beside `base`; what it is worth the gate must say.
    package static func resolve(_ reference: String, against base: WebURL) -> String {
        if hasScheme(reference) { return reference }
        if reference.utf8.starts(with: "//".utf8) { return "\(base.scheme):\(reference)" }
        let end = reference.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? reference.endIndex
        let (path, rest) = (reference[..<end], reference[end...])
        if path.isEmpty {
            let query = rest.utf8.first == UInt8(ascii: "?") ? "" : base.query.map { "?\($0)" } ?? ""
            return base.origin + base.path + query + rest
        }
        if path.utf8.first == UInt8(ascii: "/") { return base.origin + withoutDots(path) + rest }
        let folder = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? "/"
        return base.origin + withoutDots(folder + path) + rest
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let mark = text.utf8.firstIndex(where: { ":/?#".utf8.contains($0) }) else { return false }
        return text.utf8[mark] == UInt8(ascii: ":")
    }

    /// The path without `.` and `..`; RFC 3986 §5.2.4.
    private static func withoutDots(_ path: Substring) -> String {
        var names: [Substring.UTF8View] = []
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for part in parts {
            let name = Substring(part)
            if name == ".." { _ = names.popLast() } else if name != "." { names.append(part) }
        }
        let isFolder = parts.last.map { Substring($0) == "." || Substring($0) == ".." } == true
        return "/" + names.map { String(Substring($0)) }.joined(separator: "/")
            + (isFolder && !names.isEmpty ? "/" : "")
    }
}
