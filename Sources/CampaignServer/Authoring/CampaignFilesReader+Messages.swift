import Storage
import Values

extension CampaignFilesReader {
    mutating func readMessage(_ node: AuthoringNode) {
        let optional = ["variables", "sentAgo", "sentAt"]
        guard node.isObject("a message", required: ["id", "template", "receivers"], optional: optional),
            let id = node.slug("id"), let name = node.text("template"), isFirst(id, of: .messages, at: node)
        else { return }
        guard let template = result.catalog.templates.first(where: { $0.templateId == name }) else {
            // A template with a fault is missing here, but its own fault is what the author must hear of.
            if isKnown(name, of: .templates) { return }
            node.member("template")?.report(
                "there is no template \"\(name)\"",
                hint: Suggestion.hint(for: name, among: result.catalog.templates.compactMap(\.templateId))
            )
            return
        }
        let receivers = receivers(node)
        result.catalog.messages.append(
            .init(
                id: id,
                template: name,
                receivers: receivers,
                variables: values(node, template: template, receivers: receivers),
                sent: sent(node)
            )
        )
        note(.messages, at: node)
    }

    private func receivers(_ node: AuthoringNode) -> [String] {
        if node.value["receivers"] == [] { node.member("receivers")?.report("a message has at least one receiver") }
        var seen: Set<[UInt8]> = []
        return node.list("receivers").compactMap { entry in
            guard let id = userID(entry) else { return nil }
            if seen.insert(Array(id.utf8)).inserted { return id }
            entry.report("\"\(id)\" is a receiver twice")
            return nil
        }
    }

    private func sent(_ node: AuthoringNode) -> AuthoringBundle.MessageEntry.Time {
        guard let member = node.member("sentAt") else { return .ago(sentAgo(node)) }
        if node.member("sentAgo") != nil { member.report("a message has either sentAt or sentAgo") }
        guard let seconds = WireTime(member.value, edge: .start).seconds, seconds >= 0 else {
            member.report("expected a time", hint: "write Unix seconds, or a time such as \"2026-05-01T09:00:00Z\"")
            return .ago(0)
        }
        return .at(seconds)
    }

    private func sentAgo(_ node: AuthoringNode) -> Int64 {
        guard let member = node.member("sentAgo"), let text = member.text() else { return 0 }
        do throws(HeraldError) {
            return try Quantity.duration(text).components.seconds
        } catch {
            member.report(error.message, hint: error.hint)
            return 0
        }
    }

    private func values(
        _ node: AuthoringNode,
        template: TemplateDraft,
        receivers: [String]
    ) -> [String: JSONObject] {
        var values: [String: JSONObject] = [:]
        let member = node.member("variables")
        if let member, member.value.object == nil {
            member.report("expected an object with a member per receiver, found \(member.value.kind)")
        }
        let keys = template.variables.map(\.key)
        for (receiver, given) in member?.value.object ?? JSONObject() {
            guard let place = member?.child(receiver, given) else { continue }
            guard receivers.contains(receiver) else {
                place.report(
                    "\"\(receiver)\" is no receiver of this message",
                    hint: Suggestion.hint(for: receiver, among: receivers),
                    key: true
                )
                continue
            }
            if place.isObject("the variables of a receiver", required: [], optional: keys) {
                values[receiver] = given.object
            }
        }
        for variable in template.variables where variable.required && variable.defaultValue == nil {
            for receiver in receivers where values[receiver]?[variable.key] == nil {
                node.report("\"\(receiver)\" lacks the variable \"\(variable.key)\", which the template requires")
            }
        }
        return values
    }
}
