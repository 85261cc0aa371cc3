package import Values

/// The transport over real sockets: HTTP and WebSocket on one thread, started by the first request.
///
/// Connections are pooled per client, and each client has one address policy: a pooled connection is never used under
/// another policy than the one it was opened under. Time-outs run on the system's clock, because sockets do.
package final class NetworkClient: Transport {
    private let policy: AddressPolicy
    private let settings: LoopSettings
    private let loop: NetworkLoop

    package convenience init(
        policy: AddressPolicy,
        webSocket: WebSocketSettings = WebSocketSettings(),
        random: any RandomSource = SystemRandomSource()
    ) {
        self.init(
            policy: policy,
            settings: LoopSettings(clock: SystemClock(), random: random, webSocket: webSocket)
        )
    }

    init(policy: AddressPolicy, settings: LoopSettings) {
        self.policy = policy
        self.settings = settings
        loop = NetworkLoop(settings: settings)
    }

    deinit { loop.requestStop() }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let exchange = try HTTPExchange(request, policy: policy, settings: settings)
        try loop.submit { $0.start(exchange) }
        return try await exchange.promise.value { [loop] in
            // When the loop is gone the exchange is, too.
            try? loop.submit { $0.cancel(exchange) }
        }
    }

    package func connect(
        _ url: String,
        headers: [(name: String, value: String)]
    ) async throws -> any WebSocketConnection {
        try Task.checkCancellation()
        let link = try WebSocketLink(url, headers: headers, policy: policy, settings: settings)
        try loop.submit { $0.start(link) }
        try await link.opened.value { [loop] in
            // When the loop is gone the link is, too.
            try? loop.submit { link.abandon(in: $0) }
        }
        return WebSocketClientConnection(link: link, loop: loop)
    }

    package func shutDown() async { await loop.stop() }
}
