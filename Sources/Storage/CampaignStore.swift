internal import Values

/// Where a campaign server keeps everything.
///
/// A driver takes clock and identifiers when it is opened. Every write is one transaction and returns after it is
/// durable; a read sees every write that returned before it began. Any task may call, at any time before ``close()``.
///
/// Besides the errors named with each operation, all throw ``HeraldError`` with `bad_database` when the database is
/// damaged, `io` when the disk is full or fails, `invalid_state` after ``close()``, and `CancellationError` when the
/// task was cancelled before the work began.
package protocol CampaignStore: FeedStore, PushStore, CatalogStore, EngagementStore, KeyStore {
    /// Writes a copy of everything, of one moment, into a new file that only this user can read; others go on meanwhile.
    ///
    /// Throws `io` when there is a file of that name, or when it cannot be written.
    func backup(to path: String) async throws

    /// Where tasks that mostly read run best; `nil` when it makes no difference.
    ///
    /// A task may wait there, not block.
    var readingExecutor: (any TaskExecutor)? { get }

    /// Finishes what was begun, in order, and lets go of the database; safe to repeat.
    func close() async
}

/// Users, feed items and what happened to them.
package protocol FeedStore: Sendable {
    func user(_ id: String) async throws -> User?

    /// One page of the users.
    func users(_ query: UserQuery) async throws -> Page<User>

    /// The user of that id, made if there is none; a name that is given replaces the stored one.
    func ensureUser(_ id: String, name: String?) async throws -> User

    /// Removes a user with items, push notifications, events, engagements and messages, in one transaction; tells whether there was one.
    ///
    /// Tokens of the user are bad from then on, also when a user of that id is made again.
    func eraseUser(_ id: String) async throws -> Bool

    /// What a user reported of items, oldest first.
    func engagementTopics(of user: String) async throws -> [ItemTopic]

    /// Removes for good up to `limit` items that were sent before a time; gives how many there were.
    func purgeFeed(sentBefore time: Int64, limit: Int) async throws -> Int

    /// Which of these ids are no user's, in their order.
    func unknownUsers(among ids: [String]) async throws -> [String]

    /// Stores what each receiver gets, and an event per item, in one transaction; unknown receivers are created.
    ///
    /// A push beside an item is left out while no push channel is enabled.
    /// Throws `invalid_argument` when no enabled feed channel takes the content, and `conflict` when the recording's key
    /// was used for another call.
    func send(_ send: FeedSend, recording: ReplyRecording<FeedSendOutcome>?) async throws -> Recorded<FeedSendOutcome>

    /// One page of the feed.
    ///
    /// Throws `invalid_argument` for a boundary whose row is gone and whose key is missing or of the wrong kind.
    func feed(_ query: FeedQuery) async throws -> Page<StoredFeedItem>

    /// Counts what ``feed(_:)`` lists as unread for the same receiver and category.
    ///
    /// The category is a name or an id.
    func unreadCount(receiver: String, category: String?) async throws -> UnreadCount

    /// One item with its content.
    ///
    /// The receiver is the acting user, who sees only own items, none deleted or expired; `nil` sees all.
    func feedItem(_ id: String, receiver: String?) async throws -> StoredFeedItem?

    /// Sets `deliveredAt` if it is not set.
    ///
    /// Hidden items can be marked until a day after they were hidden.
    /// Gives `nil` when there is no such item for that receiver.
    func markDelivered(_ id: String, receiver: String?) async throws -> FeedMark?

    /// Sets `readAt` if it is not set, and `deliveredAt` to the same time if that is not set.
    func markRead(_ id: String, receiver: String?) async throws -> FeedMark?

    /// Notes an engagement once per topic; the first of all sets `interactedAt`.
    ///
    /// No topic is a topic of its own.
    func recordEngagement(_ id: String, topic: String?, receiver: String?) async throws -> FeedMark?

    /// Sets `seenAt` if it is not set.
    func markSeen(_ id: String, receiver: String?) async throws -> FeedMark?

    /// Marks all items of a user that a query shows and that are not marked yet; its page does not count.
    ///
    /// With `ids` only those of them. Throws `invalid_argument` for a query without a receiver.
    func markAll(_ mark: FeedBulkMark, _ query: FeedQuery, ids: [String]?) async throws -> FeedBulkOutcome

    /// Unread and unseen items of a user, in all and by category.
    func feedCounts(receiver: String) async throws -> FeedCounts

    /// Sets `deletedAt` if it is not set.
    func deleteFeedItem(_ id: String) async throws -> StoredFeedItem?

    /// Epoch, newest offset and unread count, all of one moment.
    func realtimeState(for user: String) async throws -> RealtimeState

    /// A user's events with a greater offset, oldest first.
    ///
    /// The limit is 1 to 1,000; the store clamps.
    func events(for user: String, after offset: Int64, limit: Int) async throws -> FeedCatchUp
}

/// Categories, templates, feed channels and web campaigns.
package protocol CatalogStore: Sendable {
    /// Stores a bundle in one transaction; applying it again changes nothing.
    ///
    /// Nothing is written when the diff has problems, or when `dryRun` says so.
    func apply(_ bundle: AuthoringBundle, dryRun: Bool) async throws -> AuthoringOutcome

    /// All that authoring files could say: users, the catalog, web campaigns, and the messages of files that were applied.
    ///
    /// Applying it changes nothing here, and makes the same in an empty store.
    func authored() async throws -> AuthoringBundle

    /// Makes a category; throws `conflict` when there is one of that name.
    func createCategory(
        _ draft: CategoryDraft,
        recording: ReplyRecording<Category>?
    ) async throws -> Recorded<Category>

    /// Changes name and text of a category in one transaction; a new name goes into its templates too.
    ///
    /// Throws `conflict` when the name is another category's. `change` may run again; what it throws undoes everything.
    func updateCategory(
        _ id: String,
        _ change: @escaping @Sendable (inout Category) throws -> Void
    ) async throws -> Category?

    /// Removes a category, leaving templates and items as they are; tells whether there was one.
    func deleteCategory(_ id: String) async throws -> Bool

    /// Makes a template of version 1; throws `conflict` when its slug is another's.
    func createTemplate(
        _ draft: TemplateDraft,
        recording: ReplyRecording<Template>?
    ) async throws -> Recorded<Template>

    /// Changes a template, by id or slug, in one transaction.
    ///
    /// New channels or variables change the version of a draft and make a new version of anything else; id, slug, versions
    /// and times are the store's. `change` may run again; what it throws undoes everything.
    func updateTemplate(
        _ id: String,
        _ change: @escaping @Sendable (inout Template) throws -> Void
    ) async throws -> Template?

    /// Makes a new version that is as the current one; `nil` when there is no such template.
    ///
    /// `check` may refuse by throwing.
    func addTemplateVersion(
        _ id: String,
        recording: ReplyRecording<Template>?,
        _ check: @escaping @Sendable (Template) throws -> Void
    ) async throws -> Recorded<Template>?

    /// Makes a feed channel; throws `conflict` when its slug is another's, or when its type has as many as it may have.
    func createFeedChannel(
        _ draft: FeedChannelDraft,
        recording: ReplyRecording<FeedChannel>?
    ) async throws -> Recorded<FeedChannel>

    /// Changes name, metadata and whether a channel is enabled, by id or slug, in one transaction.
    func updateFeedChannel(
        _ id: String,
        _ change: @escaping @Sendable (inout FeedChannel) throws -> Void
    ) async throws -> FeedChannel?

    /// How many channels there are of each type that has any.
    func feedChannelCounts() async throws -> [String: Int]

    func categories(_ query: CategoryQuery) async throws -> Page<Category>

    func category(_ id: String) async throws -> Category?

    /// Templates without their old versions.
    func templates(_ query: TemplateQuery) async throws -> Page<Template>

    /// One template with all versions, by id or slug.
    func template(_ id: String) async throws -> Template?

    func feedChannels(_ query: FeedChannelQuery) async throws -> Page<FeedChannel>

    /// One channel, by id or slug.
    func feedChannel(_ id: String) async throws -> FeedChannel?

    /// All web campaigns in the order of the authoring files.
    func webCampaigns() async throws -> [WebCampaign]

    func webCampaign(_ id: String) async throws -> WebCampaign?
}

/// Conversations.
package protocol EngagementStore: Sendable {
    /// Opens an engagement; an unknown user is created.
    func createEngagement(
        _ draft: EngagementDraft,
        recording: ReplyRecording<Engagement>?
    ) async throws -> Recorded<Engagement>

    func engagement(_ id: String) async throws -> Engagement?

    /// All engagements of a user, oldest first.
    func engagements(of user: String) async throws -> [Engagement]

    /// Ends an engagement; one that has ended stays as it is.
    ///
    /// Gives the engagement and whether this call ended it; `nil` when there is none.
    func endEngagement(_ id: String, reason: String) async throws -> (engagement: Engagement, isNew: Bool)?

    /// Adds a message with the next sequence, or finds the one that has the same token.
    ///
    /// Throws `not_found` for an unknown engagement; `invalid_state` when it has ended and the token is new.
    func appendMessage(_ draft: ChatMessageDraft, to engagement: String) async throws -> ChatAppend

    /// Messages with a greater sequence, in order.
    ///
    /// The limit is 1 to 1,000; the store clamps.
    func messages(of engagement: String, after sequence: Int64, limit: Int) async throws -> [ChatMessage]

    /// Moves the visitor's read position forward, never past the newest message.
    ///
    /// Gives the position after the call; `nil` when there is no such engagement.
    func markMessagesRead(in engagement: String, upTo sequence: Int64) async throws -> Int64?
}

/// Keys and small values of the server itself.
package protocol KeyStore: Sendable {
    /// The key with that digest, SHA-256 in lower-case hexadecimal; a revoked key is found too.
    func key(digest: String) async throws -> AccessKey?

    /// Stores a key; the digest of a stored one gives that one back.
    func addKey(
        kind: AccessKey.Kind,
        digest: String,
        label: String?,
        rights: Set<AccessKey.Right>
    ) async throws -> AccessKey

    /// All keys, oldest first.
    func keys() async throws -> [AccessKey]

    /// Sets `revokedAt` if it is not set; `nil` when there is no such key.
    func revokeKey(_ id: String) async throws -> AccessKey?

    /// What a request of a user depends on; `nil` for a user who is not there.
    func standing(of user: String) async throws -> UserStanding?

    /// Raises the generation, so that all tokens of the user are bad from now on; `nil` when there is no such user.
    func revokeTokens(of user: String) async throws -> Int64?

    func meta(_ key: MetaKey) async throws -> String?

    func setMeta(_ key: MetaKey, to value: String) async throws

    /// The stored value, or `value` after storing it when there was none; callers at the same time all get one value.
    func ensureMeta(_ key: MetaKey, _ value: String) async throws -> String
}

/// Names of the server's own small values.
package struct MetaKey: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names the database; made when it is created.
    package static let epoch = MetaKey(rawValue: "epoch")
    /// Signs user tokens; kept so that they survive a restart.
    package static let tokenSecret = MetaKey(rawValue: "token_secret")
    /// The public key of the server's own app; kept so that clients can come back after a restart.
    package static let embedKey = MetaKey(rawValue: "embed_key")
}

extension FeedStore {
    /// Sends without keeping a reply.
    package func send(_ send: FeedSend) async throws -> FeedSendOutcome {
        try await self.send(send, recording: nil).outcome()
    }
}

extension CatalogStore {
    /// Stores a bundle; throws `bad_authoring` with the first problem when there is one.
    package func apply(_ bundle: AuthoringBundle) async throws -> AuthoringOutcome {
        let outcome = try await apply(bundle, dryRun: false)
        if let problem = outcome.diff.problems.first {
            throw HeraldError(.badAuthoring, problem.message, hint: problem.hint)
        }
        return outcome
    }
}

extension EngagementStore {
    /// Opens an engagement without keeping a reply.
    package func createEngagement(_ draft: EngagementDraft) async throws -> Engagement {
        try await createEngagement(draft, recording: nil).outcome()
    }
}

extension Recorded {
    /// The outcome of a call whose reply was not asked to be kept, which therefore is new.
    package func outcome() throws -> Outcome {
        guard case .new(let outcome) = self else { throw HeraldError(.failed, "a reply came that nobody kept") }
        return outcome
    }
}

extension KeyStore {
    /// Stores a key with all rights.
    package func addKey(kind: AccessKey.Kind, digest: String, label: String?) async throws -> AccessKey {
        try await addKey(kind: kind, digest: digest, label: label, rights: AccessKey.Right.all)
    }
}
