internal import CHeraldPlugin
import Values

extension NativePlugin {
    /// Performs an action.
    func invoke(
        _ type: String,
        _ action: JSON,
        context: JSON,
        timeout: Duration?
    ) async throws(HeraldError) -> JSON {
        let (actionText, contextText) = (action.text, context.text)
        return try await perform(.action, type, context: context, timeout: timeout) { instance, call, out in
            ContractText.lend(type) { type in
                ContractText.lend(actionText) { action in
                    ContractText.lend(contextText) { context in
                        self.action?.invoke?(instance, call, type, action, context, out) ?? ContractStatus.unsupported
                    }
                }
            }
        }
    }

    /// Says whether an action could be performed; a plugin without a check thinks so.
    func check(_ type: String, _ action: JSON, timeout: Duration?) async throws(HeraldError) {
        guard let check = self.action?.check else { return }
        let text = action.text
        _ = try await perform(.action, type, timeout: timeout) { instance, _, out in
            ContractText.lend(type) { type in ContractText.lend(text) { check(instance, type, $0, out) } }
        }
    }

    /// Opens a session.
    func open(
        _ session: herald_session,
        _ kind: String,
        _ params: JSON,
        timeout: Duration?
    ) async throws(HeraldError) {
        let text = params.text
        _ = try await perform(.channel, "opening \(kind)", timeout: timeout) { instance, call, out in
            ContractText.lend(kind) { kind in
                ContractText.lend(text) { params in
                    channel?.open?(instance, session, call, kind, params, out) ?? ContractStatus.unsupported
                }
            }
        }
    }

    /// Asks a session to do something.
    func command(
        _ session: herald_session,
        _ kind: String,
        _ name: String,
        _ json: JSON,
        timeout: Duration?
    ) async throws(HeraldError) -> JSON {
        let text = json.text
        return try await perform(.channel, "\(kind) \(name)", timeout: timeout) { instance, call, out in
            ContractText.lend(name) { name in
                ContractText.lend(text) { json in
                    channel?.command?(instance, session, call, name, json, out) ?? ContractStatus.unsupported
                }
            }
        }
    }

    /// Ends a session.
    func close(
        _ session: herald_session,
        _ kind: String,
        reason: String,
        timeout: Duration?
    ) async throws(HeraldError) -> JSON {
        try await perform(.channel, "closing \(kind)", timeout: timeout, isLast: true) { instance, call, out in
            ContractText.lend(reason) { reason in
                channel?.close?(instance, session, call, reason, out) ?? ContractStatus.unsupported
            }
        }
    }
}
