internal import Glibc
internal import Values

/// What flags may hold, judged before anything starts: a slip in a grant or a folder must not pass in silence.
enum FlagRules {
    /// - Throws: `usage` that names the flag as it was given.
    static func check(_ invocation: Invocation) throws(HeraldError) {
        for flag in [CommandTable.plugin, CommandTable.campaigns, CommandTable.agents, CommandTable.downloads] {
            for path in invocation.values(of: flag) {
                guard isDirectory(path) else {
                    throw wrong(invocation, flag, path, "there is no such folder", hint: nil)
                }
            }
        }
        for path in invocation.values(of: CommandTable.allowRead) where access(path, F_OK) != 0 {
            throw wrong(invocation, CommandTable.allowRead, path, "there is no such file or folder", hint: nil)
        }
        // A single file that may be written is often one that the script is to make.
        for path in invocation.values(of: CommandTable.allowWrite) where access(path, F_OK) != 0 {
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            guard !path.hasSuffix("/"), isDirectory(folder) else {
                throw wrong(invocation, CommandTable.allowWrite, path, "there is no such file or folder", hint: nil)
            }
        }
        for flag in [CommandTable.allowNet, CommandTable.denyNet] {
            for host in invocation.values(of: flag) where !isHost(host) {
                throw wrong(
                    invocation,
                    flag,
                    host,
                    "that is no host",
                    hint: "write HOST, HOST:PORT or http://HOST:PORT"
                )
            }
        }
        for flag in [CommandTable.allowOpen, CommandTable.denyOpen] {
            for scheme in invocation.values(of: flag) where !URLGate.isScheme(scheme) {
                throw wrong(invocation, flag, scheme, "that is no URL scheme", hint: "write a name such as mailto")
            }
        }
        for scheme in invocation.values(of: CommandTable.allowOpen)
        where URLGate.forbiddenSchemes.contains(scheme.lowercased()) {
            let reason = "such a URL runs code or reaches into the machine, and is never opened"
            throw wrong(invocation, CommandTable.allowOpen, scheme, reason, hint: nil)
        }
    }

    private static func wrong(
        _ invocation: Invocation,
        _ flag: Flag,
        _ value: String,
        _ what: String,
        hint: String?
    ) -> HeraldError {
        HeraldError(.usage, "\(invocation.spelling(of: flag)) \"\(value)\": \(what)", hint: hint)
    }

    private static func isDirectory(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }

    /// `*`, `*.example.com`, `host`, `host:8080`, `[::1]:8080` or an origin.
    private static func isHost(_ text: String) -> Bool {
        if text == "*" { return true }
        var rest = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
        for scheme in ["http://", "https://", "ws://", "wss://"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
        }
        // What the gate refuses in a URL would never match one.
        return !rest.contains("/") && rest.last != ":" && (try? URLGate.read("https://\(rest)/")) != nil
    }
}
