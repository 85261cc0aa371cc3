/// The one judge of URLs: what a card, script, plugin or flag names passes here before it is opened or fetched.
///
/// Stricter than browsers where they guess: what two programs may read in two ways is refused, for a reason that
/// ``URLRefusal`` names. The grammar is RFC 3986, a web URL has `//` and a host; letters outside ASCII are taken as in
/// RFC 3987 and encoded for the wire, international host names by UTS 46 and IDNA 2008.
public enum URLGate {
    /// Schemes that run code or reach into the machine: no grant opens them.
    public static let forbiddenSchemes: Set<String> = [
        "about", "blob", "chrome", "content", "data", "file", "filesystem", "intent", "jar", "javascript", "livescript",
        "mhtml", "mocha", "resource", "vbscript", "view-source",
    ]

    /// Longest URL in bytes; what is longer is an attack or a mistake.
    static let longestURL = 32 << 10

    /// Reads a URL and checks that its scheme is granted.
    ///
    /// - Throws: ``HeraldError`` with `bad_url` for a URL that nothing should open, and with `denied` and the flag that
    ///   would allow it for a scheme outside `schemes`.
    public static func check(_ text: String, schemes: Set<String>) throws(HeraldError) -> WebURL {
        let url = try read(text)
        guard schemes.contains(url.scheme) else {
            throw HeraldError(
                .denied,
                "opening \(url.scheme) URLs is not allowed",
                hint: "--allow-open \(url.scheme)",
                details: ["scheme": .string(url.scheme)]
            )
        }
        return url
    }

    /// Reads a URL of any scheme that could be granted.
    ///
    /// - Throws: ``HeraldError`` with `bad_url`.
    public static func read(_ text: String) throws(HeraldError) -> WebURL {
        try URLCharacters.check(text)
        var scan = URLScan(text)
        let scheme = try scan.scheme()
        guard !forbiddenSchemes.contains(scheme) else {
            throw URLRefusal.forbiddenScheme.error("a \(scheme) URL is never opened")
        }
        let parts = try scan.parts(hasAuthority: URLScheme(rawValue: scheme) != nil, scheme: scheme)
        let url = try assemble(scheme: scheme, parts: parts)
        try URLCharacters.checkEscapes(parts.path, isPath: true)
        for text in [parts.query, parts.fragment] { try URLCharacters.checkEscapes(text ?? "", isPath: false) }
        return url
    }

    /// Whether a text is the name of a scheme, RFC 3986 §3.1.
    package static func isScheme(_ text: String) -> Bool { URLScan.isScheme(text[...]) }

    private static func assemble(scheme: String, parts: URLParts) throws(HeraldError) -> WebURL {
        let known = URLScheme(rawValue: scheme)
        var rest = parts.path
        if let query = parts.query { rest += "?\(query)" }
        if let fragment = parts.fragment { rest += "#\(fragment)" }
        guard let authority = parts.authority else {
            return WebURL(
                text: "\(scheme):\(rest)",
                ascii: "\(scheme):\(PercentEncoding.forWire(rest))",
                scheme: scheme,
                host: "",
                displayHost: "",
                port: nil,
                origin: "",
                path: parts.path,
                query: parts.query,
                fragment: parts.fragment
            )
        }
        let host = try URLHost.read(authority.host, mayBeEmpty: known == nil)
        let written = authority.port.map { ":\($0)" } ?? ""
        let ownPort = authority.port == known?.port ? "" : written
        return WebURL(
            text: "\(scheme)://\(host.bracketed(host.display))\(written)\(rest)",
            ascii: "\(scheme)://\(host.bracketed(host.ascii))\(written)\(PercentEncoding.forWire(rest))",
            scheme: scheme,
            host: host.ascii,
            displayHost: host.display,
            port: authority.port ?? known?.port,
            origin: host.ascii.isEmpty ? "" : "\(scheme)://\(host.bracketed(host.ascii))\(ownPort)",
            path: parts.path.isEmpty && known != nil ? "/" : parts.path,
            query: parts.query,
            fragment: parts.fragment
        )
    }
}

/// Schemes whose URLs need `//` and a host.
enum URLScheme: String {
    case http
    case https
    case ws
    case wss
    case ftp

    /// The port that need not be written.
    var port: Int {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        }
    }
}
