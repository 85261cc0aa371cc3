internal import Plugins
internal import Values

/// What the details of an effect may hold: one rule for plugins of every kind, before anything is performed or noted.
enum EffectRules {
    /// Every kind there is.
    static var kinds: [String] { HostService.effects.operations }

    /// - Throws: `invalid_argument` with a pointer to the detail, `bad_url` for a URL that the gate refuses.
    static func check(_ effect: Effect) throws(HeraldError) {
        let details = effect.details
        switch effect.kind {
        case "open":
            _ = try url(details)
            if details["in"] != nil { try choice("in", of: ["browser", "webview"], in: details) }
        case "clipboard":
            _ = try text("text", in: details)
        case "navigate":
            try choice("to", of: ["user", "group"], in: details)
            try name("id", in: details)
        case "call":
            try choice("type", of: ["audio", "video"], in: details)
            try choice("to", of: ["user", "group"], in: details)
            try name("id", in: details)
        case "message":
            guard try text("text", in: details).contains(where: { !$0.isWhitespace }) else {
                throw wrong("text", "a string that is not blank", details)
            }
            if details["to"] != nil {
                try choice("to", of: ["user", "group"], in: details)
                try name("id", in: details)
            }
        case "file":
            try fileName("name", in: details)
            guard (try? Base64.decode(text("base64", in: details))) != nil else {
                throw wrong("base64", "the content in base 64", details)
            }
        default:
            throw HeraldError(
                .invalidArgument,
                "there is no effect \"\(effect.kind)\"",
                hint: Suggestion.hint(for: effect.kind, among: kinds)
            )
        }
    }

    /// The effect as the environment gets it: a URL in the form for the wire, which no program reads in another way, and
    /// beside it as `shown` the form for people where that differs, so that both can be shown.
    static func forOutside(_ effect: Effect) -> Effect {
        if effect.kind == "file" {
            // Where a file lies is the host's to say.
            var effect = effect
            effect.details["path"] = nil
            return effect
        }
        guard effect.kind == "open", let url = try? url(effect.details) else { return effect }
        var effect = effect
        effect.details["url"] = .string(url.ascii)
        effect.details["shown"] = url.text == url.ascii ? nil : .string(url.text)
        return effect
    }

    private static func url(_ details: JSONObject) throws(HeraldError) -> WebURL {
        let text = try text("url", in: details)
        do throws(HeraldError) {
            return try URLGate.read(text)
        } catch {
            var error = error
            error.pointer = "/url"
            throw error
        }
    }

    private static func text(_ key: String, in details: JSONObject) throws(HeraldError) -> String {
        guard let text = details[key]?.string else { throw wrong(key, "a string", details) }
        return text
    }

    private static func name(_ key: String, in details: JSONObject) throws(HeraldError) {
        guard try !text(key, in: details).isEmpty else { throw wrong(key, "a string that is not empty", details) }
    }

    /// The name alone: where the file goes is the host's to say.
    private static func fileName(_ key: String, in details: JSONObject) throws(HeraldError) {
        let name = try text(key, in: details)
        guard !["", ".", ".."].contains(name), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
            throw wrong(key, "the name of a file without a folder", details)
        }
    }

    private static func choice(_ key: String, of known: [String], in details: JSONObject) throws(HeraldError) {
        guard known.contains(try text(key, in: details)) else {
            throw wrong(key, known.map { "\"\($0)\"" }.joined(separator: " or "), details)
        }
    }

    private static func wrong(_ key: String, _ wanted: String, _ details: JSONObject) -> HeraldError {
        let found = details[key].map { value in value.string.map { "\"\($0)\"" } ?? value.kind }
        return HeraldError(
            .invalidArgument,
            "\"\(key)\" of the effect must be \(wanted), \(found.map { "not \($0)" } ?? "and is missing")",
            pointer: "/\(key)"
        )
    }
}
