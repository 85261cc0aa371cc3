/// Something an action does to the world outside the runtime.
public struct Effect: Sendable, Hashable {
    /// `open`, `clipboard`, `navigate`, `call` or `file`.
    public var kind: String
    /// What the kind needs, for example `url` and `in` for `open`.
    public var details: JSONObject

    /// Makes an effect.
    public init(kind: String, details: JSONObject = JSONObject()) {
        self.kind = kind
        self.details = details
    }

    /// One flat object: `kind` first, then the details.
    public var json: JSON {
        var object = JSONObject([("kind", .string(kind))])
        for (key, value) in details where key != "kind" { object[key] = value }
        return .object(object)
    }
}

extension Effect: CustomStringConvertible {
    /// The effect as compact JSON text.
    public var description: String { json.text }
}

/// Where effects go: a desktop, a recording, or the app that embeds the runtime.
public protocol HostEnvironment: Sendable {
    /// Performs one effect and returns what there is to tell of it, often `null`.
    ///
    /// Called on any thread, never two calls for one action at once.
    /// - Throws: ``HeraldError`` when the effect could not be performed.
    func perform(_ effect: Effect) async throws -> JSON
}
