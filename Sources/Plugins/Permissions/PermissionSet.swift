package import Values

/// What may be done to the outside, by kind and value.
package struct PermissionSet: Sendable, Hashable {
    /// The kinds of permission; the raw value is the key in `plugin.json` and the end of the flags.
    package enum Kind: String, CaseIterable, Sendable {
        /// Hosts: `*`, `api.example.com`, `*.example.com`, `host:8080`, `https://host`, or `server`, the connected server.
        case net
        /// Folders that may be read.
        case read
        /// Folders that may be written.
        case write
        /// Names of environment variables.
        case env
        /// URL schemes that may be opened.
        case open
        case clipboard
        case call
        case navigate
        /// Saving into the downloads folder.
        case downloads

        /// Whether the kind is a plain yes or no.
        package var isFlag: Bool {
            switch self {
            case .net, .read, .write, .env, .open: false
            case .clipboard, .call, .navigate, .downloads: true
            }
        }
    }

    /// The value that stands for every value.
    package static let anything = "*"
    /// The value of `net` that stands for the connected server.
    package static let server = "server"

    /// What is granted when the person said nothing.
    package static let standard: PermissionSet = {
        var set = PermissionSet()
        set.allow(.open, "https")
        set.allow(.net, server)
        for kind in Kind.allCases where kind.isFlag { set.allow(kind) }
        return set
    }()

    private var values: [Kind: Set<String>] = [:]

    /// Nothing.
    package init() {}

    /// Adds a value; flags need none.
    package mutating func allow(_ kind: Kind, _ value: String = anything) {
        let caseless = kind == .open || kind == .net
        values[kind, default: []].insert(caseless ? value.lowercased() : value)
    }

    /// The values of a kind in order; `["*"]` for a flag that is set.
    package func values(_ kind: Kind) -> [String] { (values[kind] ?? []).sorted() }

    /// Whether nothing is in it.
    package var isEmpty: Bool { values.isEmpty }

    /// Whether `subject` falls under one of the values of its kind.
    package func covers(_ subject: PermissionSubject) -> Bool {
        (values[subject.kind] ?? []).contains { $0 == Self.anything || subject.matches($0) }
    }

    /// The form that `plugin.json` has.
    package var json: JSON {
        var object = JSONObject()
        for kind in Kind.allCases {
            guard let found = values[kind], !found.isEmpty else { continue }
            object[kind.rawValue] = kind.isFlag ? true : .array(found.sorted().map(JSON.string))
        }
        return .object(object)
    }
}
