package import Values

/// What a bundle changes of what is stored: the one decision about it, before anything is written.
package struct AuthoringDiff: Sendable, Hashable {
    package enum Action: String, Sendable, Hashable, CaseIterable {
        case created
        case updated
        case removed
        case unchanged
    }

    /// What becomes of one entry of the wanted bundle.
    package struct Change: Sendable, Hashable {
        package var action: Action
        package var kind: AuthoringKind
        package var name: String
        /// Place of the entry among the wanted ones of its kind.
        package var place: Int
        /// What changes within an entry that is updated.
        package var fields: [JSONDifference]
    }

    /// Why an entry cannot be applied.
    package struct Problem: Sendable, Hashable {
        package var kind: AuthoringKind
        /// Place of the entry among the wanted ones of its kind.
        package var place: Int
        /// Of a field of the entry, or empty for all of it.
        package var pointer: String
        package var message: String
        package var hint: String?
    }

    /// One for each entry of the wanted bundle, in its order.
    package var changes: [Change] = []
    /// When there are any, nothing may be written.
    package var problems: [Problem] = []
    /// What may well be meant, and may be a slip; it stops nothing.
    package var notices: [Problem] = []

    /// Compares what is wanted with what is stored.
    ///
    /// `stored` has at least the entries that `wanted` names, all feed channels, and the templates and receivers of its
    /// messages. `now` is the time in Unix seconds, after which no message can have been sent.
    package init(from stored: AuthoringBundle, to wanted: AuthoringBundle, now: Int64) {
        for kind in AuthoringKind.allCases {
            // By bytes, as the store compares names; `String` takes two spellings of one letter for the same.
            let known = Dictionary(
                stored.entries(of: kind).map { (Array($0.name.utf8), $0) },
                uniquingKeysWith: { first, _ in first }
            )
            for (place, entry) in wanted.entries(of: kind).enumerated() {
                let (action, fields) = Self.compare(known[Array(entry.name.utf8)], entry)
                changes.append(Change(action: action, kind: kind, name: entry.name, place: place, fields: fields))
            }
        }
        let references = AuthoringReferences(stored: stored, wanted: wanted, changes: changes)
        notices = references.notices
        problems =
            references.problems
            + AuthoringObstacles(
                stored: stored,
                wanted: wanted,
                diff: self,
                faultyTemplates: references.faultyTemplates,
                now: now
            ).problems
    }

    package func count(_ action: Action) -> Int { changes.count { $0.action == action } }

    /// Changes of one kind, in the order of the wanted entries.
    package func changes(of kind: AuthoringKind) -> [Change] { changes.filter { $0.kind == kind } }

    private static func compare(_ stored: AuthoringEntry?, _ wanted: AuthoringEntry) -> (Action, [JSONDifference]) {
        if wanted.fields[AuthoringEntry.removedField] == true { return (stored == nil ? .unchanged : .removed, []) }
        guard let stored else { return (.created, []) }
        let fields: [JSONDifference]
        switch wanted.kind {
        // A message is sent once; what the file says of it later changes nothing.
        case .messages: fields = []
        // A file that does not know a name leaves the one that is stored.
        case .users where wanted.fields["name"] == nil: fields = []
        case .templates: fields = templateFields(stored.fields, wanted.fields)
        default: fields = JSONDifference.all(from: .object(stored.fields), to: .object(wanted.fields))
        }
        return (fields.isEmpty ? .unchanged : .updated, fields)
    }

    /// Contents are known by the types of their channels; their order says nothing.
    private static func templateFields(_ stored: JSONObject, _ wanted: JSONObject) -> [JSONDifference] {
        let name = "channels"
        let (old, new) = (stored[name]?.array ?? [], wanted[name]?.array ?? [])
        let type = { (content: JSON) in content["channelType"].string }
        var contents: [JSONDifference] = []
        for (place, content) in new.enumerated() {
            let pointer = "/\(name)/\(place)"
            guard let counterpart = old.first(where: { type($0) == type(content) }) else {
                contents.append(JSONDifference(pointer: pointer, old: nil, new: content))
                continue
            }
            contents += JSONDifference.all(from: counterpart, to: content).map { difference in
                JSONDifference(pointer: pointer + difference.pointer, old: difference.old, new: difference.new)
            }
        }
        let gone = old.filter { content in !new.contains { type($0) == type(content) } }
        for (place, content) in gone.enumerated() {
            contents.append(JSONDifference(pointer: "/\(name)/\(new.count + place)", old: content, new: nil))
        }
        let others = [stored, wanted].map { fields in
            JSON.object(JSONObject(fields.filter { $0.key != name }.map { ($0.key, $0.value) }))
        }
        return JSONDifference.all(from: others[0], to: others[1]) + contents
    }
}

/// What of a bundle cannot be, given what is stored.
private struct AuthoringObstacles {
    let stored: AuthoringBundle
    let wanted: AuthoringBundle
    let diff: AuthoringDiff
    /// What they cannot be sent for is told at them, and not once more at their messages.
    let faultyTemplates: Set<String>
    let now: Int64

    var problems: [AuthoringDiff.Problem] {
        changedTypes + tooManyChannels + closedTemplates + unsendable + early
    }

    /// Templates that may not become what the files say, as over REST.
    private var closedTemplates: [AuthoringDiff.Problem] {
        let statuses = Dictionary(
            stored.templates.map { (Array(($0.templateId ?? "").utf8), $0.status) },
            uniquingKeysWith: { first, _ in first }
        )
        return diff.changes(of: .templates).compactMap { change in
            guard change.action == .updated, let status = statuses[Array(change.name.utf8)] else { return nil }
            let refusal = status.refusal(ofBecoming: wanted.templates[change.place].status)
            guard let message = refusal ?? status.refusalOfChanges else { return nil }
            return AuthoringDiff.Problem(
                kind: .templates,
                place: change.place,
                pointer: refusal != nil ? "/status" : change.fields.first?.pointer ?? "",
                message: "template \"\(change.name)\": \(message)",
                hint: status == .archived
                    ? "an archived template never changes; choose another templateId, or write \"status\": \"archived\""
                    : "leave \"status\" out, or choose another templateId"
            )
        }
    }

    /// Messages that would stay above all that is sent before their time comes.
    private var early: [AuthoringDiff.Problem] {
        diff.changes(of: .messages).compactMap { change in
            guard change.action == .created, case .at(let seconds) = wanted.messages[change.place].sent, seconds > now
            else { return nil }
            return AuthoringDiff.Problem(
                kind: .messages,
                place: change.place,
                pointer: "/sentAt",
                message: "message \"\(change.name)\" is sent in the future",
                hint: "messages of files are sent when they are applied; leave sentAt out, or write a time that is past"
            )
        }
    }

    /// A channel's type never changes.
    private var changedTypes: [AuthoringDiff.Problem] {
        wanted.feedChannels.enumerated().compactMap { place, channel in
            guard let type = stored.feedChannels.first(where: { $0.channelId == channel.channelId })?.type,
                type != channel.type
            else { return nil }
            return AuthoringDiff.Problem(
                kind: .feedChannels,
                place: place,
                pointer: "/type",
                message: "feed channel \"\(channel.channelId ?? "")\" is stored with type \(type)",
                hint: "a channel's type never changes; choose another channelId"
            )
        }
    }

    private var tooManyChannels: [AuthoringDiff.Problem] {
        FeedChannelType.all.flatMap { type -> [AuthoringDiff.Problem] in
            guard let limit = FeedChannelType.limit(of: type) else { return [] }
            var names = Set(stored.feedChannels.filter { $0.type == type }.map { $0.channelId ?? "" })
            return wanted.feedChannels.enumerated().compactMap { place, channel in
                // A stored channel of another type is told of as such.
                let isStored = stored.feedChannels.contains { $0.channelId == channel.channelId }
                guard channel.type == type, !isStored, names.insert(channel.channelId ?? "").inserted,
                    names.count > limit
                else {
                    return nil
                }
                return AuthoringDiff.Problem(
                    kind: .feedChannels,
                    place: place,
                    pointer: "/type",
                    message: "there may be no more than \(limit) feed channel of type \(type)",
                    hint: names.sorted().first.map { "there is \"\($0)\" already" }
                )
            }
        }
    }

    /// Messages that are to be sent now and have nowhere to go.
    private var unsendable: [AuthoringDiff.Problem] {
        let channels = merged(stored.feedChannels, wanted.feedChannels, by: \.channelId)
        let templates = merged(stored.templates, wanted.templates, by: \.templateId)
        return diff.changes(of: .messages).compactMap { change in
            guard change.action == .created else { return nil }
            let name = wanted.messages[change.place].template
            if faultyTemplates.contains(name) { return nil }
            let problem: (message: String, hint: String?)
            if let template = templates[name] {
                guard let reason = reason(against: template, channels: channels) else { return nil }
                problem = reason
            } else {
                problem = ("there is no template \"\(name)\"", Suggestion.hint(for: name, among: Array(templates.keys)))
            }
            return AuthoringDiff.Problem(
                kind: .messages,
                place: change.place,
                pointer: "/template",
                message: problem.message,
                hint: problem.hint
            )
        }
    }

    private func reason(
        against template: TemplateDraft,
        channels: [String: FeedChannelDraft]
    ) -> (message: String, hint: String?)? {
        let name = template.templateId ?? ""
        guard template.status == .approved else {
            return ("template \"\(name)\" is \(template.status.rawValue); only an approved one is sent", nil)
        }
        let contents = ChannelContent.toSend(template.channels, config: template.config)
        // A feed comes first: what goes to devices beside it goes when there is a channel for it.
        guard let content = contents.first(where: { $0.channelType == "in_app" }) ?? contents.first else {
            return ("template \"\(name)\" sends nothing to a feed or a device", "give it a card")
        }
        let isOpen = channels.values.contains { channel in
            channel.enabled && channel.type == content.channelType
                && (content.channelId == nil || content.channelId == channel.channelId)
        }
        guard !isOpen else { return nil }
        let which = content.channelId.map { "feed channel \"\($0)\"" } ?? "feed channel"
        return (
            "there is no enabled \(which) of type \(content.channelType) to send it to",
            #"add "feedChannels": [{"channelId": "inbox", "name": "Inbox", "type": "\#(content.channelType)"}]"#
        )
    }

    private func merged<Draft>(
        _ stored: [Draft],
        _ wanted: [Draft],
        by name: (Draft) -> String?
    ) -> [String: Draft] {
        Dictionary((stored + wanted).map { (name($0) ?? "", $0) }, uniquingKeysWith: { $1 })
    }
}
