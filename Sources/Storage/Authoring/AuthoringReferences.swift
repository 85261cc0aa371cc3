internal import Values

/// What entries of a bundle name and neither the bundle nor the store has, or can send to.
///
/// An entry that changes nothing is left in peace: what a store holds can be written to files and applied to it again.
package struct AuthoringReferences: Sendable {
    private let stored: AuthoringBundle
    private let wanted: AuthoringBundle
    private let changed: [AuthoringKind: Set<Int>]
    /// Faults of approved templates.
    package private(set) var problems: [AuthoringDiff.Problem] = []
    /// What may well be meant, and may be a slip.
    package private(set) var notices: [AuthoringDiff.Problem] = []

    package init(stored: AuthoringBundle, wanted: AuthoringBundle, changes: [AuthoringDiff.Change]) {
        self.stored = stored
        self.wanted = wanted
        changed = Dictionary(grouping: changes.filter { $0.action != .unchanged }, by: \.kind)
            .mapValues { Set($0.map(\.place)) }
        readTemplates()
        readReceivers()
    }

    /// Slugs of the templates that have problems.
    var faultyTemplates: Set<String> { Set(problems.compactMap { wanted.templates[$0.place].templateId }) }

    private mutating func readTemplates() {
        let names = (wanted.feedChannels + stored.feedChannels).compactMap(\.channelId)
        for (place, template) in wanted.templates.enumerated() where isChanged(.templates, place) {
            for (number, content) in template.channels.enumerated() {
                let field: (name: String, message: String, hint: String?)
                if !FeedChannelType.open.contains(content.channelType) {
                    let open = FeedChannelType.open.joined(separator: " and ")
                    let message = "a content for \(content.channelType) is never sent"
                    field = ("channelType", message, "contents are sent to channels of type \(open)")
                } else if let name = content.channelId, !names.contains(name) {
                    field = (
                        "channelId", "there is no feed channel \"\(name)\"", Suggestion.hint(for: name, among: names)
                    )
                } else {
                    continue
                }
                let problem = AuthoringDiff.Problem(
                    kind: .templates,
                    place: place,
                    pointer: "/channels/\(number)/\(field.name)",
                    message: field.message,
                    hint: field.hint
                )
                if template.status == .approved { problems.append(problem) } else { notices.append(problem) }
            }
        }
    }

    private mutating func readReceivers() {
        let ids = wanted.users.map(\.id)
        let known = Set((ids + stored.users.map(\.id)).map { Array($0.utf8) })
        var told: Set<[UInt8]> = []
        for (place, message) in wanted.messages.enumerated() where isChanged(.messages, place) {
            for (number, id) in message.receivers.enumerated() {
                let key = Array(id.utf8)
                guard !known.contains(key), told.insert(key).inserted else { continue }
                notices.append(
                    AuthoringDiff.Problem(
                        kind: .messages,
                        place: place,
                        pointer: "/receivers/\(number)",
                        message: "receiver \"\(id)\" is no user yet, and is created",
                        hint: Suggestion.closest(to: id, among: ids).map { "did you mean \"\($0)\"?" }
                            ?? "name the user under \"users\" when that is meant"
                    )
                )
            }
        }
    }

    private func isChanged(_ kind: AuthoringKind, _ place: Int) -> Bool { changed[kind]?.contains(place) == true }
}
