import Storage
import Values

/// Lets agents answer, for each engagement one message after the other.
final class AgentDesk: Sendable {
    private enum Job: Sendable {
        case greet
        case reply(ChatMessage)
    }

    /// Messages of one engagement that wait for an answer before more are refused.
    private static let waitingLimit = 32
    /// How much of the conversation an agent sees.
    private static let historyLength: Int64 = 50
    private static let system = ChatAuthor(kind: .system, name: "System")
    private static let excuse = "Sorry, something went wrong here. Please try again."

    private let store: any CampaignStore
    private let agents: AgentScripts
    private let hub: EngagementHub
    private let ledger: TaskLedger
    private let log: LogSink
    /// Jobs that wait, for every engagement whose agent is at work.
    private let waiting = Lock<[String: [Job]]>([:])

    init(
        store: any CampaignStore,
        agents: AgentScripts,
        hub: EngagementHub,
        ledger: TaskLedger,
        log: @escaping LogSink
    ) {
        self.store = store
        self.agents = agents
        self.hub = hub
        self.ledger = ledger
        self.log = log
    }

    /// Whether the agent of an engagement can take another message.
    func hasRoom(_ engagement: Engagement) -> Bool {
        waiting.withLock { ($0[engagement.id]?.count ?? 0) < Self.waitingLimit }
    }

    /// Lets the agent say hello.
    func greet(_ engagement: Engagement) { add(.greet, engagement) }

    /// Lets the agent answer a message of the visitor.
    func reply(to message: ChatMessage, in engagement: Engagement) { add(.reply(message), engagement) }

    private func add(_ job: Job, _ engagement: Engagement) {
        guard let agent = engagement.agent else { return }
        let isFirst = waiting.withLock { waiting -> Bool in
            if waiting[engagement.id] != nil {
                waiting[engagement.id]?.append(job)
                return false
            }
            waiting[engagement.id] = [job]
            return true
        }
        guard isFirst else { return }
        ledger.run { [self] in
            while let job = first(engagement.id) {
                await work(job, agent, engagement)
                remove(engagement.id)
            }
        }
    }

    /// The job at the head, which stays there while it is worked on; without one the engagement is let go.
    private func first(_ engagement: String) -> Job? {
        waiting.withLock { waiting in
            guard let job = waiting[engagement]?.first else {
                waiting[engagement] = nil
                return nil
            }
            return job
        }
    }

    private func remove(_ engagement: String) {
        waiting.withLock { waiting in
            guard waiting[engagement]?.isEmpty == false else { return }
            waiting[engagement]?.removeFirst()
        }
    }

    private func work(_ job: Job, _ name: String, _ engagement: Engagement) async {
        guard !Task.isCancelled else { return }
        do {
            let agent = try await agents.agent(name)
            let visitor = Visitor(id: engagement.user, name: try await store.user(engagement.user)?.name)
            let texts: [String]
            switch job {
            case .greet: texts = try await agent.greet(visitor)
            case .reply(let message):
                hub.publishTyping(engagement.id, by: agent.author)
                let start = max(0, message.sequence - 1 - Self.historyLength)
                let past = try await store.messages(of: engagement.id, after: start, limit: Int(Self.historyLength))
                let history = past.filter { $0.sequence < message.sequence }
                texts = try await agent.reply(visitor, message.text, history: history)
            }
            for text in texts { try await say(text, agent.author, engagement) }
        } catch {
            await apologise(for: HeraldError(error), name, engagement)
        }
    }

    private func say(_ text: String, _ author: ChatAuthor, _ engagement: Engagement) async throws {
        _ = try await store.appendMessage(ChatMessageDraft(author: author, text: text), to: engagement.id)
        hub.publishMessages(engagement.id)
    }

    private func apologise(for error: HeraldError, _ name: String, _ engagement: Engagement) async {
        // The engagement ended, or the server ends, while the agent was thinking.
        if error.code == .invalidState || error.code == .cancelled { return }
        // Or its user was erased, and it with them.
        if error.code == .notFound, await !isThere(engagement) { return }
        log(.error, "agent \(name): \(error)")
        do {
            try await say(Self.excuse, Self.system, engagement)
        } catch {
            log(.debug, "agent \(name): the visitor could not be told: \(HeraldError(error))")
        }
    }

    private func isThere(_ engagement: Engagement) async -> Bool {
        do {
            return try await store.engagement(engagement.id) != nil
        } catch {
            log(.debug, "an engagement could not be read: \(HeraldError(error))")
            return true
        }
    }
}
