internal import CHeraldPlugin

extension PluginInstance {
    func check(_ type: herald_str, _ action: herald_str, _ out: UnsafePointer<herald_out>?) -> herald_status {
        do {
            guard case .action(let plugin) = body else { return herald_status(HERALD_E_UNSUPPORTED) }
            let action = Action(type: ABI.string(type), json: try ABI.json(action), context: .null)
            try plugin.check(action, host: host(call: 0))
            return ABI.ok
        } catch {
            return Self.answer(.failure(HeraldError(error)), out)
        }
    }

    func invoke(
        _ call: herald_call,
        _ type: herald_str,
        _ action: herald_str,
        _ context: herald_str,
        _ out: UnsafePointer<herald_out>?
    ) -> herald_status {
        do throws(HeraldError) {
            guard case .action(let plugin) = body else { return herald_status(HERALD_E_UNSUPPORTED) }
            let action = Action(
                type: ABI.string(type),
                json: try ABI.json(action),
                context: try ABI.json(context)
            )
            let host = host(call: call)
            return run(call, out) { try await plugin.perform(action, host: host) }
        } catch {
            return Self.answer(.failure(error), out)
        }
    }

    func open(
        _ session: herald_session,
        _ call: herald_call,
        _ kind: herald_str,
        _ params: herald_str,
        _ out: UnsafePointer<herald_out>?
    ) -> herald_status {
        do throws(HeraldError) {
            guard case .channel(let plugin) = body else { return herald_status(HERALD_E_UNSUPPORTED) }
            let params = try ABI.json(params)
            return run(call, out) {
                do {
                    try await self.open(session, call, plugin, params)
                    return .null
                } catch {
                    self.work.endBackground(of: session)
                    throw error
                }
            }
        } catch {
            return Self.answer(.failure(error), out)
        }
    }

    private func open(
        _ session: herald_session,
        _ call: herald_call,
        _ plugin: some ChannelPlugin,
        _ params: JSON
    ) async throws {
        let opened = try await plugin.open(params, host: host(call: call, session: session))
        // The host has given up meanwhile, so nobody would ever close it.
        if Task.isCancelled {
            _ = try await opened.close(reason: "cancelled", host: host(call: call, session: session))
            throw CancellationError()
        }
        sessions.withLock { $0[session] = opened }
    }

    func command(
        _ session: herald_session,
        _ call: herald_call,
        _ name: herald_str,
        _ json: herald_str,
        _ out: UnsafePointer<herald_out>?
    ) -> herald_status {
        do throws(HeraldError) {
            let open = try find(session)
            let name = ABI.string(name)
            let json = try ABI.json(json)
            let host = host(call: call, session: session)
            return run(call, out) { try await open.command(name, json, host: host) }
        } catch {
            return Self.answer(.failure(error), out)
        }
    }

    func close(
        _ session: herald_session,
        _ call: herald_call,
        _ reason: herald_str,
        _ out: UnsafePointer<herald_out>?
    ) -> herald_status {
        do throws(HeraldError) {
            let open = try find(session)
            sessions.withLock { $0[session] = nil }
            let reason = ABI.string(reason)
            let host = host(call: call, session: session)
            return run(call, out) {
                defer { self.work.endBackground(of: session) }
                return try await open.close(reason: reason, host: host)
            }
        } catch {
            return Self.answer(.failure(error), out)
        }
    }

    private func find(_ session: herald_session) throws(HeraldError) -> any ChannelSession {
        guard let open = sessions.withLock({ $0[session] }) else {
            throw HeraldError(.invalidState, "there is no session \(session)")
        }
        return open
    }
}
