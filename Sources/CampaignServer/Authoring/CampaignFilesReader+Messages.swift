internal import Storage
internal import Values

extension CampaignFilesReader {
    mutating func readMessage(_ node: AuthoringNode) {
        guard
            node.isObject("a message", required: ["id", "template", "receivers"], optional: ["variables", "sentAgo"]),
            let id = node.slug("id"), let name = node.text("template"), isFirst(id, of: "messages", at: node)
        else { return }
        guard let template = result.catalog.templates.first(where: { $0.templateId == name }) else {
            // A template with a fault is missing here, but its own fault is what the author must hear of.
            if isKnown(name, of: "templates") { return }
            node.member("template")?.report(
                "there is no template \"\(name)\"",
                hint: Suggestion.hint(for: name, among: result.catalog.templates.map(\.templateId))
            )
            return
        }
        let receivers = node.list("receivers").compactMap { userID($0) }
        if node.value["receivers"] == [] { node.member("receivers")?.report("a message has at least one receiver") }
        let variables = values(node, template: template, receivers: receivers)
        result.messages.append(
            AuthoredMessage(
                id: id,
                template: template,
                receivers: receivers,
                variables: variables,
                sentAgo: sentAgo(node)
            )
        )
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
        template: AuthoringBundle.TemplateEntry,
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
