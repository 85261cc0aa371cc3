internal import CHeraldPlugin
import Values

/// What a plugin wants back with a reply or a timer.
///
/// The pointer is the plugin's own; the host only carries it.
struct PluginPointer: @unchecked Sendable {
    let address: UnsafeMutableRawPointer?
}

extension HostContext {
    func request(
        _ service: HostService,
        _ parent: herald_call,
        _ operation: herald_str,
        _ json: herald_str,
        _ body: herald_str,
        _ reply: herald_reply?,
        _ user: UnsafeMutableRawPointer?,
        _ id: UnsafeMutablePointer<UInt64>?
    ) -> herald_status {
        guard let reply, let operation = ContractText.string(operation), let body = ContractText.bytes(body) else {
            let message = "a request to \(service.rawValue) is dropped: reply, operation or body is missing"
            fault(PluginFault(.badRequest, message))
            return ContractStatus.input
        }
        let parameters: JSON
        do {
            parameters = json.len == 0 ? [:] : try ContractText.json(json)
        } catch {
            let message = "the request \(service.rawValue) \(operation) is dropped: \(error.message)"
            fault(PluginFault(.badRequest, message))
            return ContractStatus.input
        }
        guard !isStopping else { return ContractStatus.cancelled }
        let number = ContractNumber.next()
        id?.pointee = number
        let user = PluginPointer(address: user)
        let call = calls.find(parent)
        let caller = PluginCaller(
            pluginID: pluginID,
            permissions: permissions,
            call: parent,
            context: call?.context ?? .null,
            mark: call?.mark ?? sessions.events(of: parent)?.mark ?? 0
        )
        requests.start(number, parent: parent) {
            let outcome = await self.perform(service, operation, parameters, body, caller)
            self.requests.claim(number)
            self.deliver(outcome, to: reply, user)
        }
        return ContractStatus.pending
    }

    private func perform(
        _ service: HostService,
        _ operation: String,
        _ json: JSON,
        _ body: [UInt8],
        _ caller: PluginCaller
    ) async -> Result<(JSON, [UInt8]), HeraldError> {
        do {
            try Task.checkCancellation()
            let origin = services.serverOrigin
            for subject in try ServicePermissions.subjects(service, operation, json, serverOrigin: origin) {
                try permissions.require(subject)
            }
            return .success(
                try await services.request(
                    service: service,
                    operation: operation,
                    json: json,
                    body: body,
                    caller: caller
                )
            )
        } catch {
            return .failure(HeraldError(error))
        }
    }

    private func deliver(
        _ outcome: Result<(JSON, [UInt8]), HeraldError>,
        to reply: herald_reply,
        _ user: PluginPointer
    ) {
        guard sideDoor.enterNow() else { return }
        defer { sideDoor.leave() }
        switch outcome {
        case .success((let json, let body)):
            ContractText.lend(json.text) { json in
                ContractText.lend(body) { reply(user.address, ContractStatus.ok, json, $0, nil) }
            }
        case .failure(let error):
            ContractText.lend(error) { lent in
                reply(user.address, ContractStatus.status(of: error), herald_str(), herald_str(), lent)
            }
        }
    }

    func cancelRequest(_ id: UInt64) -> herald_status {
        requests.cancel(id) ? ContractStatus.ok : ContractStatus.input
    }

    func emit(_ session: herald_session, _ name: herald_str, _ json: herald_str) -> herald_status {
        guard let name = ContractText.string(name) else {
            fault(PluginFault(.badEvent, "an event is dropped: its name cannot be read"))
            return ContractStatus.input
        }
        guard let events = sessions.events(of: session) else {
            if ContractNumber.wasGiven(session) {
                // Whoever listens to a server may hear of the end a moment late: no fault.
                note(.debug, "the event \(name) is dropped: session \(session) is closed")
            } else {
                fault(PluginFault(.badEvent, "the event \(name) is dropped: there never was a session \(session)"))
            }
            return ContractStatus.input
        }
        do {
            events.emit(name, json.len == 0 ? .null : try ContractText.json(json))
            return ContractStatus.ok
        } catch {
            fault(PluginFault(.badEvent, "the event \(name) is dropped: \(error.message)"))
            return ContractStatus.input
        }
    }

    func startTimer(
        _ parent: herald_call,
        _ milliseconds: UInt64,
        _ fire: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
        _ user: UnsafeMutableRawPointer?,
        _ timer: UnsafeMutablePointer<UInt64>?
    ) -> herald_status {
        guard let fire else {
            fault(PluginFault(.badRequest, "a timer is dropped: it has nothing to call"))
            return ContractStatus.input
        }
        guard !isStopping else { return ContractStatus.cancelled }
        let number = ContractNumber.next()
        timer?.pointee = number
        let user = PluginPointer(address: user)
        timers.start(number, parent: parent) {
            do {
                try await self.clock.sleep(for: .milliseconds(Int64(clamping: milliseconds)))
            } catch {
                // Only `revoke` and the stop cancel this task: the timer is not wanted any more.
                self.timers.claim(number)
                return
            }
            guard self.timers.claim(number), self.sideDoor.enterNow() else { return }
            defer { self.sideDoor.leave() }
            fire(user.address)
        }
        return ContractStatus.ok
    }

    func cancelTimer(_ id: UInt64) -> herald_status {
        timers.revoke(id) ? ContractStatus.ok : ContractStatus.input
    }
}
