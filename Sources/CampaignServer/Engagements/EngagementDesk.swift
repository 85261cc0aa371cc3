import Storage
import Values

/// What can be done with engagements, from routes and sockets alike.
struct EngagementDesk: Sendable {
    let store: any CampaignStore
    let hub: EngagementHub
    let agents: AgentScripts
    let agentDesk: AgentDesk
    let log: LogSink

    /// Opens an engagement and lets its agent say hello; a repetition does neither.
    func open(
        _ draft: EngagementDraft,
        recording: ReplyRecording<Engagement>? = nil
    ) async throws -> Recorded<Engagement> {
        let opened = try await store.createEngagement(draft, recording: recording)
        if case .new(let engagement) = opened { agentDesk.greet(engagement) }
        return opened
    }

    /// Stores a message of the visitor and lets the agent answer; the same token is the same message.
    func receive(
        _ text: String,
        token: String?,
        from author: ChatAuthor,
        in engagement: Engagement
    ) async throws -> ChatAppend {
        guard agentDesk.hasRoom(engagement) else {
            throw RequestFault(429, "ERR_TOO_MANY_REQUESTS", "Too many messages wait for an answer.")
        }
        let draft = ChatMessageDraft(author: author, text: text, token: token)
        let stored = try await store.appendMessage(draft, to: engagement.id)
        if stored.isNew {
            hub.publishMessages(engagement.id)
            agentDesk.reply(to: stored.message, in: engagement)
        }
        return stored
    }

    /// Moves the visitor's read position forward.
    func markRead(upTo sequence: Int64, in engagement: Engagement) async throws {
        _ = try await store.markMessagesRead(in: engagement.id, upTo: sequence)
    }

    /// Ends an engagement, once; `nil` when there is none.
    func end(_ id: String, reason: String) async throws -> Engagement? {
        guard let (engagement, isNew) = try await store.endEngagement(id, reason: reason) else { return nil }
        if isNew { hub.publishEnd(id, reason: engagement.endReason ?? reason) }
        return engagement
    }

    /// Erases a user and ends the conversations that are open; tells whether there was one.
    func erase(_ user: String) async throws -> Bool {
        let engagements = try await store.engagements(of: user)
        guard try await store.eraseUser(user) else { return false }
        for engagement in engagements where engagement.status == .active {
            hub.publishEnd(engagement.id, reason: "remote")
        }
        return true
    }

    /// Who answers in an engagement; `nil` when nobody does, also because the script is broken.
    func agent(of engagement: Engagement) async -> ChatAuthor? { await author(engagement.agent) }

    /// The author of that name.
    func author(_ name: String?) async -> ChatAuthor? {
        guard let name else { return nil }
        do throws(HeraldError) {
            return try await agents.agent(name).author
        } catch {
            // Reported when the agent was asked to speak; the name is known all the same.
            log(.debug, "agent \(name): \(error)")
            return ChatAuthor(kind: .agent, name: name)
        }
    }

    /// The frame that tells a client why something was refused.
    func refusal(_ error: any Error, token: String?) -> JSON {
        let fault: RequestFault
        if let known = error as? RequestFault {
            fault = known
        } else if [.invalidState, .notFound].contains(HeraldError(error).code) {
            // It was ended, or its user erased, a moment ago.
            fault = RequestFault(409, "ERR_CONFLICT", "The conversation has ended.")
        } else {
            log(.error, "a chat message could not be handled: \(HeraldError(error))")
            fault = .internal
        }
        let message = fault.details[0].string ?? fault.message
        var frame: JSON = ["type": "error", "code": .string(fault.code), "message": .string(message)]
        if let token { frame["token"] = .string(token) }
        return frame
    }
}
