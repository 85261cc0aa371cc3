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

    /// Whether a request with it would still be let in; revoking may have been done by another process.
    func isGood() async throws -> Bool {
        guard claim.expiresAt > clock.wallSeconds else { return false }
        return try await store.standing(of: claim.user)?.tokenGeneration == claim.generation
    }
}
