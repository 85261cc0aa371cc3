import Storage
import Values

/// The realtime connection of a user.
struct RealtimeRoutes: Sendable {
    let store: any CampaignStore
    let hub: RealtimeHub
    let clock: any HeraldClock
    let log: LogSink

    var routes: [Route] { [Route("GET", "/v1/realtime", .keyAndUser, EngagementOperations.realtime, connect)] }

    private func connect(_ routed: RoutedRequest) async throws -> ServerReply {
        let accept = try WebSocketHandshake.accept(routed.request)
        guard let user = routed.caller.user else { throw RequestFault.unauthorized }
        var resume: RealtimeSession.Resume?
        if let text = routed.request.parameter("offset") {
            guard let offset = Int64(text) else { throw RequestFault.validation("offset must be a whole number") }
            resume = RealtimeSession.Resume(offset: offset, epoch: routed.request.parameter("epoch"))
        }
        let session = RealtimeSession(
            user: user,
            isKnown: try await store.user(user) != nil,
            resume: resume,
            token: OpenToken(routed.caller, store: store, clock: clock),
            store: store,
            hub: hub,
            log: log
        )
        return .webSocket(accept: accept, session: session.run)
    }
}
