internal import Campaigns
internal import Cards
internal import Scripting
internal import Values

/// Where a card came from, when it came with a feed item.
struct CardOrigin: Sendable {
    let client: CampaignClient
    let item: FeedItem
    let user: String
}

/// A card: draws itself, and its taps run the plugins of their actions.
final class CardObject: LuaObject, LuaJSONObject, Sendable {
    /// Reports that a slow listener has not heard yet; older ones are of no use then.
    private static let waitingReports = 16

    private let scope: RunScope
    private let reading: CardReading
    private let origin: CardOrigin?
    private let listeners = Lock<[(id: Int, event: String, function: LuaFunction)]>([])
    /// What was tapped before: a card does not change, and to find something goes through all of it.
    private let known = Lock<[String: Tappable]>([:])

    init(scope: RunScope, content: JSON, alternativeText: String?, origin: CardOrigin?) {
        self.scope = scope
        self.origin = origin
        reading = CardReading.read(content, alternativeText: alternativeText)
    }

    static let luaType = LuaType("Card", of: CardObject.self) { type in
        addContent(to: &type)
        type.function("actions") { (card: CardObject) -> [JSON] in
            (card.reading.card?.tappables ?? []).map { tappable in
                [
                    "number": .int(Int64(tappable.number)), "elementId": .string(tappable.elementId),
                    "label": .string(tappable.label), "type": tappable.action["type"],
                ]
            }
        }
        type.asyncFunction("tap") { (card: CardObject, element: ElementName) async throws -> LuaFields in
            try await card.tap(element.text)
        }
        type.function("on") {
            (card: CardObject, event: String, function: LuaFunction) throws -> SubscriptionObject in
            card.addListener(try EventName.checked(event, among: ["action", "progress"]), function)
        }
        type.field("diagnostics") { card -> [JSON] in
            card.reading.diagnostics.map(\.json)
        }
    }

    /// What is in a card, and how it looks.
    private static func addContent(to type: inout LuaTypeBuilder<CardObject>) {
        type.function("render") { (card: CardObject, format: String, options: RenderOptions) throws in
            guard let known = CardLook.Format(rawValue: format) else {
                let names = CardLook.Format.allCases.map(\.rawValue)
                let hint = Suggestion.hint(for: format, among: names) ?? "known: \(names.joined(separator: ", "))"
                throw HeraldError(.invalidArgument, "there is no format \"\(format)\"", hint: hint)
            }
            return try options.render(card.reading, known)
        }
        type.function("find") { (card: CardObject, id: String) -> JSON? in
            guard let found = card.reading.card, let element = found.element(id: id) else { return nil }
            return found.json(of: element)
        }
        type.function("links") { (card: CardObject) -> [JSON] in
            (card.reading.card?.links ?? []).map(\.json)
        }
        type.function("json") { (card: CardObject) throws -> JSON in try CardWriter.checked(card.reading) }
        type.function("text") { (card: CardObject) -> String in
            card.reading.card?.plainText ?? card.reading.fallbackText
        }
    }

    static let jsonAdvice = "the card has no strict form: card:json() tells why"

    /// The strict form; `nil` for a card that has none.
    var luaJSON: JSON? { try? CardWriter.checked(reading) }

    private func addListener(_ event: String, _ function: LuaFunction) -> SubscriptionObject {
        let subscription = SubscriptionObject(queue: nil)
        let id = listeners.withLock { listeners in
            let id = (listeners.last?.id ?? 0) + 1
            listeners.append((id, event, function))
            return id
        }
        subscription.onEnd { [listeners] in
            listeners.withLock { $0.removeAll { $0.id == id } }
        }
        return subscription
    }

    private func tap(_ element: String) async throws -> LuaFields {
        let tappable = try tappable(element)
        let type = tappable.action["type"].string ?? ""
        if let reason = tappable.inertReason {
            var error = Self.urlFault(tappable) ?? HeraldError(.badCard, reason)
            error.pointer = tappable.pointer + "/action"
            return ActionOutcome(type: type, status: .refused, error: error).lua
        }
        guard try await listenersAllow(tappable) else {
            let error = HeraldError("stopped", "a listener of the card stopped the action")
            return ActionOutcome(type: type, status: .refused, error: error).lua
        }
        let outcome = try await perform(tappable)
        if let error = outcome.error, Self.isRaised(error) { throw error }
        await reportEngagement(tappable)
        return outcome.lua
    }

    /// What the gate says of the action's URL, when that is why a tap does nothing: the rule's name is for scripts.
    private static func urlFault(_ tappable: Tappable) -> HeraldError? {
        guard let url = tappable.action["url"].string, !url.isEmpty else { return nil }
        do throws(HeraldError) {
            _ = try URLGate.read(url)
            return nil
        } catch {
            return error
        }
    }

    private func tappable(_ element: String) throws(HeraldError) -> Tappable {
        if let found = known.withLock({ $0[element] }) { return found }
        guard let card = reading.card else {
            throw HeraldError(.badCard, "the card cannot be drawn, so nothing in it can be tapped")
        }
        let found = try card.tappable(element)
        known.withLock { $0[element] = found }
        return found
    }

    /// Performs the action, and tells the listeners of `progress` how far it is.
    private func perform(_ tappable: Tappable) async throws -> ActionOutcome {
        guard !functions(for: "progress").isEmpty else { return await perform(tappable, onProgress: nil) }
        let (events, feed) = AsyncStream<JSON>.makeStream(bufferingPolicy: .bufferingNewest(Self.waitingReports))
        async let telling: Void = tell(events, tappable)
        let outcome = await perform(tappable) { feed.yield($0) }
        feed.finish()
        try await telling
        return outcome
    }

    private func perform(_ tappable: Tappable, onProgress: ProgressTable.Listener?) async -> ActionOutcome {
        await scope.host.perform(
            action: tappable.action,
            context: await context(tappable),
            through: origin?.client,
            within: scope.tag,
            onProgress: onProgress
        )
    }

    private func tell(_ events: AsyncStream<JSON>, _ tappable: Tappable) async throws {
        for await report in events {
            var event = report
            event["elementId"] = .string(tappable.elementId)
            for function in functions(for: "progress") { _ = try await function.call([event], as: JSON?.self) }
        }
    }

    private func functions(for event: String) -> [LuaFunction] {
        listeners.withLock { $0.filter { $0.event == event }.map(\.function) }
    }

    /// A plugin that is missing or broken, and a task that is over, are errors; what an action answers is an outcome.
    private static func isRaised(_ error: HeraldError) -> Bool {
        [.pluginMissing, .pluginRefused, .badManifest, .cancelled].contains(error.code)
    }

    private func listenersAllow(_ tappable: Tappable) async throws -> Bool {
        let listeners = functions(for: "action")
        if listeners.isEmpty { return true }
        let event: JSON = ["action": tappable.action, "elementId": .string(tappable.elementId)]
        return try await scope.host.nested(within: scope.tag) {
            for function in listeners {
                if try await function.call([event], as: JSON?.self) == .bool(false) { return false }
            }
            return true
        }
    }

    private func context(_ tappable: Tappable) async -> JSON {
        var context: JSON = ["elementId": .string(tappable.elementId)]
        if let origin {
            context["itemId"] = .string(origin.item.id)
            context["user"] = .string(origin.user)
            if let campaign = origin.item.campaignId { context["campaignId"] = .string(campaign) }
        }
        if let session = await scope.host.effects.conversations.currentID(of: [scope.tag]) {
            context["sessionId"] = .string(session)
        }
        return context
    }

    /// A report that does not arrive must not undo the tap: it is logged.
    private func reportEngagement(_ tappable: Tappable) async {
        guard let origin else { return }
        do throws(HeraldError) {
            try await origin.client.reportEngagement(origin.item.id, topic: tappable.elementId)
        } catch {
            scope.host.log(.warning, "engagement of \(origin.item.id) was not reported: \(error)")
        }
    }
}

extension ActionOutcome {
    /// The form that scripts see: what there is not is `nil`.
    fileprivate var lua: LuaFields {
        var fields: [(name: String, value: any LuaPushable & Sendable)] = [
            ("type", type), ("status", status.rawValue), ("effects", JSON.array(effects.map(\.json))),
        ]
        if !result.isNull { fields.append(("result", result)) }
        if let error { fields.append(("error", LuaErrorValue(error))) }
        return LuaFields(fields)
    }
}

/// An element's id, or its number in the drawing.
struct ElementName: LuaReadable {
    let text: String

    static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> ElementName {
        // A name first: the error of the other is made only to be dropped.
        if let text = try? String.read(call, &index) { return ElementName(text: text) }
        return ElementName(text: String(try Int64.read(call, &index)))
    }
}
