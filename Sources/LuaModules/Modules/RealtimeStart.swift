internal import Campaigns
internal import Values

/// Waits until a realtime connection stands, so that nothing that happens after `on` returned is missed.
enum RealtimeStart {
    /// A server that takes longer is taken for unreachable.
    private static let patience: Duration = .seconds(10)

    /// - Throws: `unauthorized` and others that no other attempt can mend, `unreachable` when it does not stand in time.
    static func wait(for listener: RealtimeListener, clock: any HeraldClock) async throws(HeraldError) {
        if await listener.isConnected { return }
        let (stream, continuation) = AsyncStream<Result<Void, HeraldError>>.makeStream()
        let last = Lock<HeraldError?>(nil)
        let subscription = await listener.subscribe { event in
            switch event {
            case .connected: continuation.yield(.success(()))
            case .failed(let error): continuation.yield(.failure(error))
            case .disconnected(let error): last.withLock { $0 = error }
            case .item, .updated, .retracted, .unread, .gap: break
            }
        }
        await listener.start()
        // It may have come up between the first look and the subscription, and tells that only once.
        if await listener.isConnected { continuation.yield(.success(())) }
        let alarm = Task {
            // Cancelled as soon as the connection stands.
            guard (try? await clock.sleep(for: patience)) != nil else { return }
            let message = "the realtime connection does not come up"
            let cause = last.withLock { $0 }
            continuation.yield(.failure(HeraldError(.unreachable, message, hint: cause?.hint, cause: cause)))
        }
        var outcome: Result<Void, HeraldError> = .failure(
            HeraldError(.cancelled, "the task was cancelled while it connected")
        )
        for await result in stream {
            outcome = result
            break
        }
        alarm.cancel()
        await listener.unsubscribe(subscription)
        try outcome.get()
    }
}
