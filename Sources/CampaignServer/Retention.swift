import Storage
import Values

/// Removes items and push notifications that are older than the operator wants to keep, little by little so that nobody waits long.
struct Retention: Sendable {
    /// How often there is a look for old items.
    static let interval = Duration.seconds(3600)
    /// Items of one transaction.
    private static let step = 500

    let store: any CampaignStore
    /// How long items are kept after they were sent.
    let kept: Duration
    let clock: any HeraldClock
    let log: LogSink

    /// Looks at once and then each hour, until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await purge()
                try await clock.sleep(for: Self.interval)
            } catch is CancellationError {
                return
            } catch {
                log(.error, "old items could not be removed: \(HeraldError(error))")
                do { try await clock.sleep(for: Self.interval) } catch { return }
            }
        }
    }

    /// Removes what is old by now.
    func purge() async throws {
        let limit = clock.wallSeconds - kept.components.seconds
        while try await store.purgeFeed(sentBefore: limit, limit: Self.step) == Self.step {
            try Task.checkCancellation()
        }
        while try await store.purgePushes(sentBefore: limit, limit: Self.step) == Self.step {
            try Task.checkCancellation()
        }
    }
}
