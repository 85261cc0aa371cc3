/// What is done outside the runtime: by a desktop, a recording, or the app that embeds the runtime.
public struct HostEffects: Sendable {
    let host: Host

    /// Opens a URL for the person; needs the permission `open` for its scheme.
    ///
    /// - Parameters:
    ///   - url: from ``Host/checkedURL(_:schemes:at:)``.
    ///   - target: `browser` or `webview`.
    /// - Returns: what there is to tell of it, often `null`.
    /// - Throws: `denied`, and what the host reports.
    @discardableResult
    public func open(_ url: WebURL, in target: String) async throws(HeraldError) -> JSON {
        try await host.request("effects", "open", ["url": .string(url.text), "in": .string(target)]).json
    }

    /// Puts text on the clipboard; needs the permission `clipboard`.
    @discardableResult
    public func copy(_ text: String) async throws(HeraldError) -> JSON {
        try await host.request("effects", "clipboard", ["text": .string(text)]).json
    }

    /// Shows a conversation; needs the permission `navigate`.
    ///
    /// - Parameters:
    ///   - kind: `user` or `group`.
    ///   - id: whose conversation.
    /// - Returns: what there is to tell of it, often `null`.
    /// - Throws: `denied`, and what the host reports.
    @discardableResult
    public func navigate(to kind: String, id: String) async throws(HeraldError) -> JSON {
        try await host.request("effects", "navigate", ["to": .string(kind), "id": .string(id)]).json
    }

    /// Places a call; needs the permission `call`.
    ///
    /// - Parameters:
    ///   - type: `audio` or `video`.
    ///   - kind: `user` or `group`.
    ///   - id: who is called.
    /// - Returns: what there is to tell of it, often `null`.
    /// - Throws: `denied`, and what the host reports.
    @discardableResult
    public func call(_ type: String, to kind: String, id: String) async throws(HeraldError) -> JSON {
        try await host.request("effects", "call", ["type": .string(type), "to": .string(kind), "id": .string(id)]).json
    }

    /// Sends a message to an open session, or through the app to somebody else.
    ///
    /// - Parameters:
    ///   - text: not blank.
    ///   - kind: `user` or `group`, with `id`; without them it goes to `session`, or to the session started last.
    ///   - id: who gets it; an agent of an open session gets it there.
    ///   - session: the id of an engagement.
    /// - Returns: `{session, message, sequence}` when a session took it, else what the app tells.
    /// - Throws: `invalid_state` when nobody is named and no session is open, and what the host reports.
    @discardableResult
    public func message(
        _ text: String,
        to kind: String? = nil,
        id: String? = nil,
        session: String? = nil
    ) async throws(HeraldError) -> JSON {
        var details: JSON = ["text": .string(text)]
        if let kind { details["to"] = .string(kind) }
        if let id { details["id"] = .string(id) }
        if let session { details["session"] = .string(session) }
        return try await host.request("effects", "message", details).json
    }

    /// Saves a file into the downloads folder; needs the permission `downloads`.
    @discardableResult
    public func save(_ bytes: [UInt8], named name: String) async throws(HeraldError) -> JSON {
        try await host.request("effects", "file", ["name": .string(name)], body: bytes).json
    }
}

/// Small values of this plugin that survive runs; other plugins do not see them.
///
/// They lie in the state folder, and every call fails with `invalid_state` where there is none.
public struct HostStore: Sendable {
    let host: Host

    /// The value under a key, `null` when there is none.
    public func get(_ key: String) async throws(HeraldError) -> JSON {
        try await host.request("store", "get", ["key": .string(key)]).json["value"]
    }

    /// Sets the value under a key; it is on the disk when this returns.
    ///
    /// - Throws: `too_large` beyond 64 KiB as JSON, or 1 MiB in all; `invalid_argument` for a key over 256 bytes.
    public func set(_ key: String, _ value: JSON) async throws(HeraldError) {
        _ = try await host.request("store", "set", ["key": .string(key), "value": value])
    }

    /// Removes the value under a key.
    public func delete(_ key: String) async throws(HeraldError) {
        _ = try await host.request("store", "delete", ["key": .string(key)])
    }
}

/// The app's own handlers.
public struct HostCallbacks: Sendable {
    let host: Host

    /// Calls the handler of an id and returns its value.
    ///
    /// - Throws: `unsupported` when the app has no handler for it.
    public func call(_ id: String?, payload: JSON, context: JSON) async throws(HeraldError) -> JSON {
        try await host.request("callbacks", "call", ["id": JSON(id), "payload": payload, "context": context])
            .json["value"]
    }
}
