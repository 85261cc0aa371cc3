internal import Cards
internal import Storage
internal import Values

extension CampaignFilesReader {
    mutating func readTemplate(_ node: AuthoringNode) {
        let optional = ["category", "label", "alternativeText", "tags", "variables", "retentionHours"]
        guard node.isObject("a template", required: ["templateId", "name", "card"], optional: optional),
            let id = node.slug("templateId"), let name = node.text("name"), isFirst(id, of: "templates", at: node)
        else { return }
        let category = node.text("category")
        let categories = result.catalog.categories.map(\.name)
        if let category, !categories.contains(category) {
            node.member("category")?.report(
                "there is no category \"\(category)\"",
                hint: Suggestion.hint(for: category, among: categories)
            )
        }
        let variables = variables(node)
        guard let card = node.member("card").flatMap({ included($0) }) else { return }
        let text = node.text("alternativeText")
        check(card: card, variables: variables, alternativeText: text)
        if let text { checkKeys(of: .string(text), variables: variables, at: node.member("alternativeText") ?? node) }
        let label = node.text("label")
        let content = ChannelContent(
            channelType: "in_app",
            content: card.value,
            // An authored category is meant to be filtered by, and an authored label to be shown.
            categoryFilterEnabled: category != nil,
            templateLabelEnabled: label != nil,
            messageRetentionHours: retention(node)
        )
        result.catalog.templates.append(
            .init(
                templateId: id,
                name: name,
                category: category,
                label: label,
                alternativeText: text,
                tags: node.list("tags").compactMap { $0.text() },
                channels: [content],
                variables: variables
            )
        )
    }

    private func retention(_ node: AuthoringNode) -> Double {
        guard let member = node.member("retentionHours") else { return 0 }
        guard let hours = member.value.number, hours >= 0 else {
            member.report("expected a number of hours, 0 for ever", hint: "write it like \"retentionHours\": 48")
            return 0
        }
        return hours
    }

    private func variables(_ node: AuthoringNode) -> [TemplateVariable] {
        var variables: [TemplateVariable] = []
        for entry in node.list("variables") {
            let optional = ["name", "type", "required", "default"]
            guard entry.isObject("a variable", required: ["key"], optional: optional), let key = entry.text("key")
            else { continue }
            guard AuthoringRules.isVariableKey(key), key != AuthoringRules.serverVariable else {
                entry.member("key")?.report(
                    "\"\(key)\" cannot be a variable's key",
                    hint: key == AuthoringRules.serverVariable
                        ? "the server fills {{server}} in by itself"
                        : "use ASCII letters, digits and \"_\", no digit first"
                )
                continue
            }
            guard !variables.contains(where: { $0.key == key }) else {
                entry.report("the variable \"\(key)\" is there twice")
                continue
            }
            variables.append(
                TemplateVariable(
                    key: key,
                    name: entry.text("name"),
                    type: entry.choice("type", of: AuthoringRules.variableTypes) ?? "string",
                    required: entry.flag("required") ?? false,
                    defaultValue: defaultValue(entry)
                )
            )
        }
        return variables
    }

    /// A default may be empty, which other texts may not.
    private func defaultValue(_ node: AuthoringNode) -> String? {
        guard let member = node.member("default") else { return nil }
        if member.value.string == nil { member.report("expected a string, found \(member.value.kind)") }
        return member.value.string
    }

    /// Reports whatever a reader of the card would only notice, as it would look with the variables' defaults.
    private func check(card: AuthoringNode, variables: [TemplateVariable], alternativeText: String?) {
        guard card.value.object != nil else {
            card.report("a card is an object, found \(card.value.kind)")
            return
        }
        var known = JSONObject(
            variables.compactMap { variable in variable.defaultValue.map { (variable.key, .string($0)) } }
        )
        known[AuthoringRules.serverVariable] = "https://server.invalid"
        let filled = CardTemplate.substitute(card.value, variables: known)
        let whole = CardFallback.completed(filled, alternativeText: alternativeText)
        for diagnostic in CardReading.read(whole).diagnostics {
            // What a send fills in cannot be judged yet.
            if diagnostic.value?.contains("{{") == true { continue }
            // A plugin, a script or the app may know the action.
            if diagnostic.code == .unknownAction { continue }
            card.descendant(diagnostic.pointer).report(diagnostic.message)
        }
        checkKeys(of: card.value, variables: variables, at: card)
    }

    /// Reports each `{{key}}` that nothing fills.
    private func checkKeys(of content: JSON, variables: [TemplateVariable], at node: AuthoringNode) {
        let known = variables.map(\.key) + [AuthoringRules.serverVariable]
        for key in CardTemplate.keys(in: content) where !known.contains(key) {
            // A path with dots is looked up in a value that is an object.
            if let head = key.split(separator: ".").first, known.contains(String(head)) { continue }
            node.report(
                "nothing fills {{\(key)}}",
                hint: Suggestion.hint(for: key, among: known) ?? "declare it under \"variables\" of the template"
            )
        }
    }
}
