package import Values

/// URLs that the runtime itself talks to, in place of opening them.
package enum NetworkURL {
    /// Reads the URL of a campaign server.
    ///
    /// - Throws: `bad_url`.
    @discardableResult
    package static func server(_ text: String) throws(HeraldError) -> WebURL {
        try read(text, schemes: ["https", "http"])
    }

    /// Reads a URL of one of these schemes.
    ///
    /// - Throws: `bad_url`; a scheme that no flag would allow here is no matter of permission.
    static func read(_ text: String, schemes: [String]) throws(HeraldError) -> WebURL {
        let url = try URLGate.read(text)
        guard schemes.contains(url.scheme) else {
            let wanted = schemes.joined(separator: " or ")
            throw HeraldError(.badURL, "expected a URL that begins with \(wanted), got \(url.scheme)")
        }
        return url
    }
}

extension WebURL {
    /// The path without slashes at the end.
    var folder: Substring {
        var folder = path[...]
        while folder.utf8.last == UInt8(ascii: "/") { folder = folder.dropLast() }
        return folder
    }
}
