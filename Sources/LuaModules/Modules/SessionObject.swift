internal import Campaigns
internal import Scripting
internal import Values

/// One conversation over a channel.
final class SessionObject: LuaObject, Sendable {
    static let events = ["status", "started", "message", "sent", "typing", "error", "ended"]

    private let session: ChannelSession
    private let log: LogSink
    private let scope: RunScope

    init(app: AppObject, options: SessionOptions) throws(HeraldError) {
        let host = app.scope.host
        log = host.log
        scope = app.scope
        let item = SessionItem(
            channel: options.channel,
            target: try options.target(),
            apiKey: app.client.credentials.apiKey ?? "",
            options: options.options,
            userId: app.user
        )
        session = ChannelSession(
            item: item,
            driver: PluginChannelDriver(registry: host.registry, mark: app.tag),
            coordinator: app.sessions,
            onConflict: options.onConflict,
            clock: host.clock,
            random: host.random,
            log: host.log
        )
    }

    static let luaType = LuaType("Session", of: SessionObject.self) { type in
        type.field("channel") { $0.session.item.channel }
        type.asyncField("status") { await $0.session.status.rawValue }
        type.asyncField("engagement") { session -> JSON? in
            let engagement = await session.session.engagement
            return engagement.isNull ? .none : .some(engagement.withoutNullFields)
        }
        type.asyncFunction("start") { (session: SessionObject) async throws in try await session.start() }
        type.asyncFunction("finish") { (session: SessionObject) async throws in try await session.session.finish() }
        type.asyncFunction("send") { (session: SessionObject, text: String) async throws -> JSON in
            try await session.session.send(text).lua
        }
        type.asyncFunction("receive") {
            (session: SessionObject, options: SubscriptionObject.ReceiveOptions) async throws -> JSON? in
            try await session.session.receive(timeout: options.timeout)?.lua
        }
        type.asyncFunction("typing") { (session: SessionObject) async throws in try await session.session.typing() }
        type.asyncFunction("mark_read") { (session: SessionObject, sequence: Int64) async throws in
            try await session.session.markRead(sequence)
        }
        type.asyncFunction("view") { (session: SessionObject) async throws -> JSON in
            try await session.session.command("view")
        }
        type.asyncFunction("on") {
            (session: SessionObject, event: String, function: LuaFunction?) async throws -> SubscriptionObject in
            try await session.subscribe(event, EventTarget(function))
        }
        type.text { "Session over \($0.session.item.channel)" }
    }

    private func start() async throws(HeraldError) {
        scope.host.effects.conversations.note(session, of: scope.tag)
        try await session.start()
    }

    private func subscribe(_ event: String, _ target: EventTarget) async throws(HeraldError) -> SubscriptionObject {
        _ = try EventName.checked(event, among: Self.events)
        let subscription = SubscriptionObject(queue: target.queue)
        let log = log
        let id = await session.subscribe { happened in
            let (name, value) = Self.event(happened)
            if name == event { target.deliver(value, log: log) }
        }
        subscription.onEnd { [session] in await session.unsubscribe(id) }
        return subscription
    }

    private static func event(_ event: SessionEvent) -> (name: String, value: JSON) {
        switch event {
        case .status(let old, let new):
            ("status", ["old": .string(old.rawValue), "new": .string(new.rawValue)])
        case .started(let engagement): ("started", engagement.withoutNullFields)
        case .message(let message): ("message", message.lua)
        case .sent(let message): ("sent", message.lua)
        case .typing(let payload): ("typing", payload.withoutNullFields)
        case .error(let error): ("error", error.json)
        case .ended(let reason): ("ended", ["reason": .string(reason)])
        case .other(let event): (event.name, event.payload)
        }
    }
}

extension ChannelMessage {
    /// The form that scripts see.
    fileprivate var lua: JSON {
        var from: JSON = ["kind": .string(self.from.kind.rawValue)]
        if let name = self.from.name { from["name"] = .string(name) }
        var message: JSON = ["id": .string(id), "from": from, "text": .string(text)]
        if let sequence { message["sequence"] = .int(sequence) }
        if let sentAt { message["sentAt"] = .int(sentAt.seconds) }
        return message
    }
}

struct SessionOptions: LuaOptions {
    static let names = ["channel", "campaign", "entry_id", "on_conflict", "options"]
    let channel: String
    let campaign: JSON?
    let entryID: String?
    let options: JSONObject
    let onConflict: SessionCoordinator.OnConflict

    init(_ options: LuaOptionReader) throws(HeraldError) {
        channel = try options.required("channel")
        campaign = try options.optional("campaign")
        entryID = try options.optional("entry_id")
        self.options = try options.optional("options") ?? JSONObject()
        onConflict = try Self.onConflict(options)
    }

    func target() throws(HeraldError) -> SessionItem.Target {
        switch (campaign, entryID) {
        case (let campaign?, nil):
            guard let campaign = WebCampaign.read(campaign, at: "/campaign").entry else {
                throw HeraldError(
                    .invalidArgument,
                    "option \"campaign\": expected one of app:campaigns()",
                    pointer: "/campaign"
                )
            }
            return .campaign(campaign)
        case (nil, let entry?): return .entry(id: entry)
        case (nil, nil): return .app
        case (.some, .some):
            throw HeraldError(.invalidArgument, "give either \"campaign\" or \"entry_id\"")
        }
    }

    private static func onConflict(_ options: LuaOptionReader) throws(HeraldError) -> SessionCoordinator.OnConflict {
        if let decide = try? options.optional("on_conflict", as: LuaFunction.self) {
            return .decide { live, new in
                try await decide.call(
                    [JSON.string(live.channel), live.parameters, new.parameters],
                    as: Bool?.self
                ) ?? false
            }
        }
        switch try options.optional("on_conflict", as: String.self) {
        case nil, "end": return .end
        case "error": return .error
        case let other?:
            throw HeraldError(
                .invalidArgument,
                "option \"on_conflict\": there is no \"\(other)\"",
                hint: "it takes \"end\", \"error\" or a function that returns true to end the live session"
            )
        }
    }
}
