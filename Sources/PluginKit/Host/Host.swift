internal import CHeraldPlugin

/// The host's services, on behalf of one call.
///
/// Everything that waits ends with `cancelled` when the Swift task is cancelled. What a permission forbids ends with
/// `denied` and names the flag that would allow it.
public struct Host: Sendable {
    let link: HostLink
    let work: PluginWork
    let settings: HostSettings
    let call: herald_call
    let session: herald_session

    /// Writes to the program's log.
    public var log: HostLog { HostLog(link: link) }
    /// The only time a plugin may use.
    public var time: HostTime { HostTime(host: self) }
    /// What is done outside the runtime.
    public var effects: HostEffects { HostEffects(host: self) }
    /// HTTP to any host that is granted.
    public var http: HostHTTP { HostHTTP(host: self) }
    /// HTTP to the connected campaign server, which the host authenticates.
    public var server: HostServer { HostServer(host: self) }
    /// WebSockets.
    public var websocket: HostWebSocket { HostWebSocket(host: self) }
    /// Small values of this plugin that survive runs.
    public var store: HostStore { HostStore(host: self) }
    /// The app's own handlers.
    public var callbacks: HostCallbacks { HostCallbacks(host: self) }
    /// What a channel session tells.
    public var events: HostEvents { HostEvents(host: self) }

    /// The folder that `plugin.json` lies in.
    public var directory: String { settings.directory }

    /// Tells how far the call has come.
    ///
    /// - Parameters:
    ///   - fraction: from 0 to 1, when it is known.
    ///   - message: what is being done.
    /// - Throws: `cancelled`.
    public func report(fraction: Double? = nil, message: String? = nil) async throws(HeraldError) {
        var json = JSONObject()
        if let fraction { json["fraction"] = .double(fraction) }
        if let message { json["message"] = .string(message) }
        _ = try await request("progress", "report", .object(json))
    }

    /// Runs something that belongs to the session and not to this call, such as listening to a socket.
    ///
    /// It is cancelled when the session has closed or did not open, and when the plugin stops; the host it gets outlives
    /// this call.
    public func background(_ body: @escaping @Sendable (Host) async -> Void) {
        let host = Host(link: link, work: work, settings: settings, call: 0, session: session)
        work.start(for: session) { await body(host) }
    }

    /// Runs something that outlives both the call and its session, such as telling a server that nobody comes back.
    ///
    /// It is cancelled when the plugin stops.
    public func afterwards(_ body: @escaping @Sendable (Host) async -> Void) {
        let host = Host(link: link, work: work, settings: settings, call: 0, session: 0)
        work.start(for: 0) { await body(host) }
    }

    /// Reads a URL from a card through the one gate.
    ///
    /// - Parameters:
    ///   - value: what the card says.
    ///   - schemes: what may come; the schemes that are granted for opening unless said.
    ///   - pointer: where in the action it stands, for the error.
    /// - Returns: the URL, to be passed to ``effects`` or ``http``.
    /// - Throws: `bad_url` for what nothing should open, `denied` for a scheme that is not granted.
    public func checkedURL(
        _ value: JSON,
        schemes: Set<String>? = nil,
        at pointer: String = "/url"
    ) throws(HeraldError) -> WebURL {
        guard let text = value.string, text.utf8.contains(where: { $0 > 0x20 }) else {
            let found = value.isNull || value.string != nil ? "missing" : value.kind
            throw HeraldError(.badURL, "a URL is needed, and it is \(found)", pointer: pointer)
        }
        do {
            guard let schemes else { return try opening(text) }
            let url = try URLGate.read(text)
            guard schemes.contains(url.scheme) else {
                let wanted = schemes.sorted().joined(separator: " or ")
                throw HeraldError(.badURL, "the URL must be \(wanted), not \(url.scheme)")
            }
            return url
        } catch {
            var error = HeraldError(error)
            error.pointer = pointer
            throw error
        }
    }

    private func opening(_ text: String) throws(HeraldError) -> WebURL {
        let url = try URLGate.read(text)
        guard !settings.deniedSchemes.contains(url.scheme) else {
            // Advice to grant it would be of no use: a denial is stronger.
            throw HeraldError(.denied, "open \(url.scheme) is denied", hint: "a --deny-open flag forbids it")
        }
        if settings.schemes.contains("*") { return url }
        return try URLGate.check(text, schemes: settings.schemes)
    }

    func request(
        _ service: String,
        _ operation: String,
        _ json: JSON = [:],
        body: [UInt8] = []
    ) async throws(HeraldError) -> (json: JSON, body: [UInt8]) {
        try await ServiceRequest.send(
            link,
            service: service,
            parent: call == 0 ? session : call,
            operation: operation,
            json: json,
            body: body
        )
    }
}

/// The program's log.
public struct HostLog: Sendable {
    let link: HostLink

    /// Something was lost or refused.
    public func error(_ message: String) { link.log(.error, message) }
    /// Something is odd and was dealt with.
    public func warning(_ message: String) { link.log(.warning, message) }
    /// Something worth knowing happened.
    public func info(_ message: String) { link.log(.info, message) }
    /// Detail for whoever looks for a fault.
    public func debug(_ message: String) { link.log(.debug, message) }
}

/// The host's clock, which may be virtual.
public struct HostTime: Sendable {
    let host: Host

    /// Milliseconds since 1970-01-01 UTC.
    public var wallMilliseconds: Int64 { host.link.time?.pointee.wall_ms?(host.link.context) ?? 0 }

    /// Milliseconds that never go back, from an arbitrary start.
    public var monotonicMilliseconds: Int64 { host.link.time?.pointee.monotonic_ms?(host.link.context) ?? 0 }

    /// Waits.
    ///
    /// - Throws: `cancelled` as soon as the task is cancelled.
    public func sleep(for duration: Duration) async throws(HeraldError) {
        let milliseconds = UInt64(clamping: duration.milliseconds)
        guard await TimerWait.wait(host.link, parent: host.call, milliseconds: milliseconds) else {
            throw HeraldError(.cancelled, "the call was cancelled")
        }
    }
}

/// What a channel session tells.
public struct HostEvents: Sendable {
    let host: Host

    /// Tells the session's listeners; in order, and dropped once the session has closed.
    public func emit(_ name: String, _ event: JSON = [:]) { host.link.emit(host.session, name, event) }
}
