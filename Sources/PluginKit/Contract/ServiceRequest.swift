internal import CHeraldPlugin

/// What a service answers.
typealias ServiceAnswer = Result<(json: JSON, body: [UInt8]), HeraldError>

/// One request to a service of the host, from asking until its only reply.
final class ServiceRequest: Sendable {
    private struct State {
        var continuation: CheckedContinuation<ServiceAnswer, Never>?
        var id: UInt64?
        var isCancelled = false
    }

    private let state = Lock(State())

    /// Asks and waits; cancelling the task cancels the request.
    static func send(
        _ link: HostLink,
        service name: String,
        parent: herald_call,
        operation: String,
        json: JSON,
        body: [UInt8]
    ) async throws(HeraldError) -> (json: JSON, body: [UInt8]) {
        let service = SharedTable(address: try link.service(name))
        let request = ServiceRequest()
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                request.state.withLock { $0.continuation = continuation }
                request.start(link, service, parent, operation, json.text, body)
            }
        } onCancel: {
            request.cancel(link, service)
        }
        return try answer.get()
    }

    private func start(
        _ link: HostLink,
        _ service: SharedTable<herald_host_service_v1>,
        _ parent: herald_call,
        _ operation: String,
        _ json: String,
        _ body: [UInt8]
    ) {
        // The reply gives this reference back.
        let user = Unmanaged.passRetained(self)
        var id: UInt64 = 0
        let status = ABI.lend(operation) { operation in
            ABI.lend(json) { json in
                ABI.lend(body) { body in
                    service.address.pointee.request?(
                        link.context,
                        parent,
                        operation,
                        json,
                        body,
                        { ServiceRequest.reply($0, $1, $2, $3, $4) },
                        user.toOpaque(),
                        &id
                    ) ?? herald_status(HERALD_E_UNSUPPORTED)
                }
            }
        }
        guard status == ABI.pending else {
            user.release()
            resume(.failure(ABI.error(status, nil)))
            return
        }
        let isCancelled = state.withLock { state in
            state.id = id
            return state.isCancelled
        }
        if isCancelled { _ = service.address.pointee.cancel?(link.context, id) }
    }

    private func cancel(_ link: HostLink, _ service: SharedTable<herald_host_service_v1>) {
        let id = state.withLock { state in
            state.isCancelled = true
            return state.id
        }
        if let id { _ = service.address.pointee.cancel?(link.context, id) }
    }

    private static func reply(
        _ user: UnsafeMutableRawPointer?,
        _ status: herald_status,
        _ json: herald_str,
        _ body: herald_str,
        _ error: UnsafePointer<herald_error>?
    ) {
        guard let user else { return }
        let request = Unmanaged<ServiceRequest>.fromOpaque(user).takeRetainedValue()
        guard status == ABI.ok else { return request.resume(.failure(ABI.error(status, error))) }
        do {
            request.resume(.success((try ABI.json(json), ABI.bytes(body))))
        } catch {
            request.resume(.failure(error))
        }
    }

    private func resume(_ answer: ServiceAnswer) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: answer)
    }
}

/// A table of the host, which never changes and may be used from any thread.
struct SharedTable<Table>: @unchecked Sendable {
    let address: UnsafePointer<Table>
}
