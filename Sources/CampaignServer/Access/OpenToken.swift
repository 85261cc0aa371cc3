import Storage
import Values

/// The token that a connection was opened with, which may be revoked or expire while the connection lasts.
struct OpenToken: Sendable {
    /// What is told to a client whose token is no longer good, with the code for a breach of policy.
    static let reason = "the token is no longer good"

    let claim: UserTokens.Claim
    let store: any CampaignStore
    let clock: any HeraldClock

    /// The token of a request; `nil` when it came with none.
    init?(_ caller: Caller, store: any CampaignStore, clock: any HeraldClock) {
        guard let claim = caller.claim else { return nil }
        self.claim = claim
        self.store = store
        self.clock = clock
    }

    enum State: Sendable {
        case good
        /// Revoked, perhaps by another process, or expired.
        case bad
        /// Its user was erased.
        case orphaned
    }

    /// Whether a request with it would still be let in.
    func state() async throws -> State {
        guard claim.expiresAt > clock.wallSeconds else { return .bad }
        guard let standing = try await store.standing(of: claim.user) else { return .orphaned }
        return standing.tokenGeneration == claim.generation ? .good : .bad
    }
}
