package import Values

/// One session that a channel plugin holds; any thread.
package final class ChannelHandle: Sendable {
    private let plugin: NativePlugin
    private let kind: String
    private let session: UInt64
    private let timeout: Duration?
    private let closing = Lock<Promise<JSON>?>(nil)

    private init(_ plugin: NativePlugin, kind: String, session: UInt64, timeout: Duration?) {
        self.plugin = plugin
        self.kind = kind
        self.session = session
        self.timeout = timeout
    }

    /// Opens a session; whatever is emitted goes to `sink`, from before this returns.
    static func open(
        _ plugin: NativePlugin,
        kind: String,
        params: JSON,
        timeout: Duration?,
        sink: @escaping ChannelEventSink
    ) async throws(HeraldError) -> ChannelHandle {
        let session = plugin.context.sessions.open(sink)
        let handle = ChannelHandle(plugin, kind: kind, session: session, timeout: timeout)
        do throws(HeraldError) {
            try await plugin.open(session, kind, params, timeout: timeout)
        } catch {
            plugin.context.sessions.close(session)
            throw error
        }
        return handle
    }

    /// Asks the session to do something: `send`, `typing`, `read`, `view`, and what the channel adds.
    ///
    /// - Throws: `unsupported` for a command that the channel does not know, `invalid_state` after ``close(reason:)``.
    package func command(_ name: String, _ json: JSON = [:]) async throws(HeraldError) -> JSON {
        guard closing.withLock({ $0 == nil }) else {
            throw HeraldError(.invalidState, "\(name) is not allowed: the session is closed")
        }
        return try await plugin.command(session, kind, name, json, timeout: timeout)
    }

    /// Ends the session and returns what the plugin says; events are dropped from then on.
    ///
    /// Asked again it returns the same outcome. A task that is cancelled stops waiting; the session closes all the same.
    package func close(reason: String) async throws(HeraldError) -> JSON {
        try await beginClosing(reason: reason).value()
    }

    /// Begins to end the session and does not wait.
    package func cancel() { _ = beginClosing(reason: "cancelled") }

    private func beginClosing(reason: String) -> Promise<JSON> {
        var isFirst = false
        let promise = closing.withLock { closing in
            if let closing { return closing }
            isFirst = true
            let promise = Promise<JSON>()
            closing = promise
            return promise
        }
        if isFirst {
            Task { [plugin, kind, session, timeout] in
                let outcome: Result<JSON, HeraldError>
                do throws(HeraldError) {
                    outcome = .success(try await plugin.close(session, kind, reason: reason, timeout: timeout))
                } catch {
                    outcome = .failure(error)
                }
                plugin.context.sessions.close(session)
                promise.resolve(outcome)
            }
        }
        return promise
    }
}
