internal import CHeraldPlugin
import Values

extension NativePlugin {
    /// Takes a call into the plugin and waits for its answer.
    ///
    /// - Parameters:
    ///   - interface: which interface is called.
    ///   - name: what is called, for messages.
    ///   - json: the context of the call.
    ///   - timeout: how long a pending call may take; `nil` for as long as it likes.
    ///   - isLast: whether it ends something, which a plugin in quarantine still has to.
    ///   - enter: makes the C call; it gets the instance, the call's number and where the answer goes.
    /// - Returns: what the plugin answers.
    /// - Throws: what the plugin reports; `timeout`, `cancelled`, `plugin_fault`, `plugin_quarantined`.
    func perform(
        _ interface: PluginManifest.Provision.Kind,
        _ name: String,
        context json: JSON = .null,
        timeout: Duration?,
        isLast: Bool = false,
        _ enter: (UnsafeMutableRawPointer?, herald_call, UnsafePointer<herald_out>) -> herald_status
    ) async throws(HeraldError) -> JSON {
        if !isLast, let reason = context.faults.reason { throw reason.refusing(context.pluginID) }
        let call = PendingCall(interface, context: json)
        context.calls.add(call)
        defer { context.calls.remove(call) }
        let outcome = await withTaskCancellationHandler {
            await answer(to: call, name, timeout, enter)
        } onCancel: {
            abandon(call, .cancelledCall)
        }
        return try outcome.get()
    }

    private func answer(
        to call: PendingCall,
        _ name: String,
        _ timeout: Duration?,
        _ enter: (UnsafeMutableRawPointer?, herald_call, UnsafePointer<herald_out>) -> herald_status
    ) async -> Result<JSON, HeraldError> {
        do {
            try await gate.enter()
            if let early = inside(call, enter) { return early }
            let timer = timeout.map { limit in
                Task { [context] in
                    // Ends early when the answer came first.
                    guard (try? await context.clock.sleep(for: limit)) != nil else { return }
                    let message = "\(name) did not answer within \(limit)"
                    let waits = context.isAwaited
                    if abandon(call, HeraldError(.timeout, message)), !waits {
                        context.fault(PluginFault(.notFinished, message))
                    }
                }
            }
            defer { timer?.cancel() }
            return .success(try await call.promise.value())
        } catch {
            return .failure(error)
        }
    }

    /// The call itself; `nil` when the plugin will finish it later.
    private func inside(
        _ call: PendingCall,
        _ enter: (UnsafeMutableRawPointer?, herald_call, UnsafePointer<herald_out>) -> herald_status
    ) -> Result<JSON, HeraldError>? {
        defer { gate.leave() }
        // Cancelled while in line: the plugin need not hear of it.
        if let outcome = call.promise.outcome { return outcome }
        call.enter()
        let answer = Answer.collect { enter(plugin.instance, call.id, $0) }
        if let fault = answer.fault { context.fault(fault) }
        if let outcome = answer.outcome {
            context.calls.remove(call)
            if !call.promise.resolve(outcome), !context.calls.wasAbandoned(call.id) {
                let message = "the answer to call \(call.id) is dropped: it was finished before"
                context.fault(PluginFault(.finishedTwice, message))
            }
        } else if call.promise.outcome?.isAbandoned == true {
            // The plugin may not have known the call when it was cancelled.
            cancel(call)
        }
        return call.promise.outcome
    }

    /// Ends a call from the host's side and tells the plugin; `false` when it has ended before.
    @discardableResult
    func abandon(_ call: PendingCall, _ error: HeraldError) -> Bool {
        // Before anybody hears of it: the plugin's finish may come right after.
        context.calls.abandon(call)
        guard call.promise.resolve(.failure(error)) else { return false }
        context.requests.cancel(parent: call.id)
        if call.wasEntered { cancel(call) }
        return true
    }

    private func cancel(_ call: PendingCall) {
        guard context.sideDoor.enterNow() else { return }
        defer { context.sideDoor.leave() }
        switch call.interface {
        case .action: action?.cancel?(plugin.instance, call.id)
        case .channel: channel?.cancel?(plugin.instance, call.id)
        }
    }
}

extension Result where Failure == HeraldError {
    /// Whether the host ended the call.
    fileprivate var isAbandoned: Bool {
        if case .failure(let error) = self { error.code == .cancelled || error.code == .timeout } else { false }
    }
}
