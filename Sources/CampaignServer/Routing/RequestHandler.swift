import Values

/// Answers requests: route, caller, handler, and every fault in the one envelope.
struct RequestHandler: Sendable {
    private static let requestID = "x-request-id"
    /// Longest request id that is echoed.
    private static let requestIDBytes = 128

    let router: Router
    let authenticator: Authenticator
    let identifiers: IdentifierSource
    let log: LogSink

    /// The answer to a request; never fails.
    func answer(_ request: ServerRequest) async -> ServerReply {
        let id = requestID(of: request)
        var reply: ServerReply
        do {
            reply = try await route(request)
        } catch {
            reply = fault(for: error, request: id).reply
        }
        reply.headers.append((name: "X-Request-Id", value: id))
        return reply
    }

    private func route(_ request: ServerRequest) async throws -> ServerReply {
        switch router.match(request.method, request.path) {
        case .none: throw RequestFault.notFound("There is nothing at this path.")
        case .otherMethods(let methods):
            let allowed = methods.joined(separator: ", ")
            if request.method == "OPTIONS" { return .empty(204, headers: [(name: "Allow", value: allowed)]) }
            throw RequestFault(405, "ERR_BAD_REQUEST", "This cannot be done here.").with("Allow", allowed)
        case .route(let route, let parameters):
            let caller = route.access.isOpen ? Caller() : try await authenticator.caller(of: request)
            try route.access.check(caller, method: request.method)
            try checkEncoding(of: request)
            try route.operation.checkQuery(of: request)
            return try await route.handler(
                RoutedRequest(
                    request: request,
                    parameters: parameters,
                    caller: caller,
                    onlyMembers: route.operation.body?.onlyMembers
                )
            )
        }
    }

    /// Refuses a body that is packed, which no handler unpacks (RFC 9110 §8.4).
    private func checkEncoding(of request: ServerRequest) throws(RequestFault) {
        let codings = request.headers.filter { $0.name == "content-encoding" }
            .flatMap { $0.value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" } }
        guard !request.body.isEmpty, codings.contains(where: { $0 != "identity" }) else { return }
        throw RequestFault(415, "ERR_BAD_REQUEST", "Bodies are taken as they are, without a Content-Encoding.")
            .with("Accept-Encoding", "identity")
    }

    /// What a caller learns of an error; the rest goes to the log.
    private func fault(for error: any Error, request: String) -> RequestFault {
        if let fault = error as? RequestFault { return fault }
        if error is CancellationError { return .unavailable }
        let error = HeraldError(error)
        switch error.code {
        case .invalidArgument: return .validation(error.message)
        case .invalidState, .conflict: return RequestFault(409, "ERR_CONFLICT", error.message)
        case .notFound: return .notFound(error.message)
        case .cancelled: return .unavailable
        default:
            log(.error, "request \(request) failed: \(error)")
            return .internal
        }
    }

    /// The answer to a request that is refused before it is whole.
    func refusal(_ request: ServerRequest?, _ fault: RequestFault) -> ServerReply {
        var reply = fault.reply
        let id = request.map(requestID) ?? identifiers.next("req")
        reply.headers.append((name: "X-Request-Id", value: id))
        return reply
    }

    private func requestID(of request: ServerRequest) -> String {
        guard let id = request.header(Self.requestID), !id.isEmpty, id.utf8.count <= Self.requestIDBytes,
            id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return identifiers.next("req") }
        return id
    }
}
