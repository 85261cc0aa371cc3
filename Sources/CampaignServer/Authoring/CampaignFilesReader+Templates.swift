import Cards
import Storage
import Values

extension CampaignFilesReader {
    mutating func readTemplate(_ node: AuthoringNode) {
        let optional = [
            "category", "label", "alternativeText", "tags", "variables", "status", "config", "card", "retentionHours",
            "channels",
        ]
        guard node.isObject("a template", required: ["templateId", "name"], optional: optional),
            let id = node.slug("templateId", notOf: PathWords.besideTemplates), let name = node.text("name"),
            isFirst(id, of: .templates, at: node)
        else { return }
        var draft = TemplateDraft(
            templateId: id,
            name: name,
            category: category(node),
            label: node.text("label"),
            alternativeText: node.text("alternativeText"),
            tags: node.list("tags").compactMap { $0.text() },
            status: status(node),
            channels: [],
            variables: variables(node),
            config: node.object("config") ?? [:]
        )
        var origin = AuthoringOrigin(node)
        var refused: Set<String> = []
        guard readContents(node, into: &draft, &origin, &refused) else { return }
        for problem in TemplateRules.problems(channels: draft.channels, config: draft.config, status: draft.status)
        // What was refused is not missing.
        where !refused.contains(problem.pointer) { report(problem, at: origin) }
        if let text = draft.alternativeText, let member = node.member("alternativeText") {
            let severity: AuthoringFinding.Severity = node.member("card") == nil ? .warning : .error
            checkKeys(of: .string(text), of: draft, at: member, severity: severity)
        }
        result.catalog.templates.append(draft)
        note(.templates, at: origin)
    }

    private func category(_ node: AuthoringNode) -> String? {
        guard let category = node.text("category") else { return nil }
        let known = result.catalog.categories.map(\.name) + result.catalog.removedCategories
        if !known.contains(category) {
            node.member("category")?.report(
                "there is no category \"\(category)\"",
                hint: Suggestion.hint(for: category, among: known)
            )
        }
        return category
    }

    private func status(_ node: AuthoringNode) -> Template.Status {
        let names = Template.Status.allCases.map(\.rawValue)
        return node.choice("status", of: names).flatMap(Template.Status.init) ?? .approved
    }

    // MARK: Contents

    /// Reads the one card, or the list of contents; whether it was readable at all.
    private mutating func readContents(
        _ node: AuthoringNode,
        into draft: inout TemplateDraft,
        _ origin: inout AuthoringOrigin,
        _ refused: inout Set<String>
    ) -> Bool {
        switch (node.member("card"), node.member("channels")) {
        case (let card?, nil):
            guard let content = cardContent(card, of: node, draft, &origin) else { return false }
            draft.channels = [content]
        case (nil, let list?):
            if node.member("retentionHours") != nil {
                node.member("retentionHours")?.report("retentionHours goes with \"card\"; write messageRetentionHours")
            }
            for entry in list.elements() {
                guard let content = content(entry, of: node, place: draft.channels.count, draft, &origin, &refused)
                else {
                    // With one content less there may seem to be no sequence.
                    refused.insert(TemplateRules.sequenceSwitch)
                    continue
                }
                if draft.channels.contains(where: { $0.channelType == content.channelType }) {
                    entry.report("the template has a content for \(content.channelType) twice")
                } else {
                    draft.channels.append(content)
                }
            }
            if list.value == [] { list.report("a template has at least one content") }
            return !draft.channels.isEmpty
        case (nil, nil):
            node.report("a template lacks \"card\"", hint: "or write \"channels\" for contents of several channels")
            return false
        case (.some, let list?):
            list.report("a template has either \"card\" or \"channels\"", key: true)
            return false
        }
        return true
    }

    private mutating func cardContent(
        _ card: AuthoringNode,
        of node: AuthoringNode,
        _ draft: TemplateDraft,
        _ origin: inout AuthoringOrigin
    ) -> ChannelContent? {
        guard let card = included(card) else { return nil }
        check(card: card, of: draft, severity: .error)
        origin.note("/channels/0/content", at: card)
        for (field, name) in [
            ("messageRetentionHours", "retentionHours"), ("categoryFilterEnabled", "category"),
            ("templateLabelEnabled", "label"),
        ] {
            origin.note("/channels/0/\(field)", at: node.child(name, .null))
        }
        return ChannelContent(
            card: card.value,
            of: draft,
            retentionHours: retention(node)
        )
    }

    /// A content as it is on the wire, or with `card` in place of `content`.
    private mutating func content(
        _ entry: AuthoringNode,
        of node: AuthoringNode,
        place: Int,
        _ draft: TemplateDraft,
        _ origin: inout AuthoringOrigin,
        _ refused: inout Set<String>
    ) -> ChannelContent? {
        let optional = TemplateRules.contentMembers.filter { $0 != "channelType" } + ["card"]
        guard entry.isObject("a content", required: ["channelType"], optional: optional) else { return nil }
        var value = entry.value
        let pointer = "/channels/\(place)"
        origin.note(pointer, at: entry)
        if let card = entry.member("card") {
            if entry.member("content") != nil { card.report("a content has either \"card\" or \"content\"", key: true) }
            if value["channelType"] != "in_app" { card.report("only a content for in_app has a card", key: true) }
            guard let card = included(card) else { return nil }
            check(card: card, of: draft, severity: .error)
            value["content"] = card.value
            origin.note(pointer + "/content", at: card)
        } else if let given = entry.member("content") {
            // On the wire anything may be a member of a content.
            let isInclude = given.value.object?.keys == [AuthoringRules.includeMember] || given.value.string != nil
            guard let content = isInclude ? included(given) : given else { return nil }
            value["content"] = content.value
            origin.note(pointer + "/content", at: content)
            check(written: content, value, of: draft)
        }
        if value["channelType"] == "in_app" {
            // Files mean a category to be filtered by and a label to be shown; on the wire both are off unless said.
            for (field, name, isOn) in [
                ("categoryFilterEnabled", "category", draft.category != nil),
                ("templateLabelEnabled", "label", draft.label != nil),
            ] where value[field].isNull {
                value[field] = .bool(isOn)
                origin.note("\(pointer)/\(field)", at: node.child(name, .null))
            }
        }
        var problems: [TemplateRules.Problem] = []
        let content = TemplateRules.content(value, at: pointer) { problems.append($0) }
        for problem in problems {
            report(problem, at: origin)
            refused.insert(problem.pointer)
        }
        return content
    }

    /// Judges a content in the form of the wire, which is taken as it is, as the server would.
    private func check(written content: AuthoringNode, _ entry: JSON, of draft: TemplateDraft) {
        // What is no object is told with the other members.
        guard content.value.object != nil else { return }
        if entry["channelType"] == "in_app", entry["dataType"] != "data_template", content.value != [:] {
            check(card: content, of: draft, severity: .warning)
        } else {
            checkKeys(of: content.value, of: draft, at: content, severity: .warning)
        }
    }

    private func report(_ problem: TemplateRules.Problem, at origin: AuthoringOrigin) {
        let spot = origin.spot(of: problem.pointer)
        AuthoringNode(value: .null, file: spot.file, pointer: spot.pointer, findings: findings)
            .report(problem.shortSentence)
    }

    private func retention(_ node: AuthoringNode) -> Double {
        guard let member = node.member("retentionHours") else { return 0 }
        guard let hours = member.value.number, TemplateRules.retentionHours.contains(hours) else {
            member.report(
                "expected a number of hours up to a hundred years, 0 for ever",
                hint: "write it like \"retentionHours\": 48"
            )
            return 0
        }
        return hours
    }

    // MARK: Variables

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
                    name: anyText(entry, "name"),
                    type: entry.choice("type", of: AuthoringRules.variableTypes) ?? "string",
                    required: entry.flag("required") ?? false,
                    defaultValue: anyText(entry, "default")
                )
            )
        }
        return variables
    }

    /// A name for people and a default may be empty, which other texts may not.
    private func anyText(_ node: AuthoringNode, _ name: String) -> String? {
        guard let member = node.member(name) else { return nil }
        if member.value.string == nil { member.report("expected a string, found \(member.value.kind)") }
        return member.value.string
    }

    // MARK: Cards

    /// Tells whatever a reader of the card would only notice, as it would look with the variables' defaults.
    private func check(card: AuthoringNode, of draft: TemplateDraft, severity: AuthoringFinding.Severity) {
        guard card.value.object != nil else {
            card.add(severity, "a card is an object, found \(card.value.kind)")
            return
        }
        for (pointer, message) in CardCheck.problems(
            of: card.value,
            in: draft,
            isStrict: isStrict && severity == .error
        ) {
            card.descendant(pointer).add(severity, message)
        }
        checkKeys(of: card.value, of: draft, at: card, severity: severity)
    }

    /// Tells of each `{{key}}` that nothing fills.
    private func checkKeys(
        of content: JSON,
        of draft: TemplateDraft,
        at node: AuthoringNode,
        severity: AuthoringFinding.Severity
    ) {
        for hole in CardCheck.unfilled(content, in: draft) {
            let template = "template \"\(draft.templateId ?? "")\""
            let advice = "add \"\(hole.key)\" to the variables of \(template)"
            node.descendant(hole.pointer).add(
                severity,
                "nothing fills {{\(hole.key)}} in \(template)",
                hint: hole.near.map { "did you mean \"\($0)\"? Else \(advice)" } ?? advice
            )
        }
    }
}

/// Judges a card of a template before it is filled for anybody.
enum CardCheck {
    /// Pointers within the card, and what is wrong there.
    static func problems(of card: JSON, in draft: TemplateDraft, isStrict: Bool) -> [(pointer: String, message: String)]
    {
        if isStrict { return StrictCheck.refusals(card).map { ($0.pointer, $0.message) } }
        var known = JSONObject(
            draft.variables.compactMap { variable in variable.defaultValue.map { (variable.key, .string($0)) } }
        )
        known[AuthoringRules.serverVariable] = "https://server.invalid"
        let filled = CardTemplate.substitute(card, variables: known)
        let whole = CardFallback.completed(filled, alternativeText: draft.alternativeText)
        return CardReading.read(whole).diagnostics.compactMap { diagnostic in
            // What a send fills in cannot be judged yet, and a plugin, a script or the app may know the action.
            if diagnostic.value?.contains("{{") == true || diagnostic.code == .unknownAction { return nil }
            return (diagnostic.pointer, diagnostic.message)
        }
    }

    /// Each `{{key}}` that nothing fills: where it is first, and the known key that was probably meant.
    static func unfilled(
        _ content: JSON,
        in draft: TemplateDraft
    ) -> [(key: String, pointer: String, near: String?)] {
        let known = draft.variables.map(\.key) + [AuthoringRules.serverVariable]
        return CardTemplate.holes(in: content).compactMap { key, pointer in
            if known.contains(key) { return nil }
            // A path with dots is looked up in a value that is an object.
            if let head = key.split(separator: ".").first, known.contains(String(head)) { return nil }
            return (key, pointer, Suggestion.closest(to: key, among: known))
        }
    }
}

extension ChannelContent {
    /// The content that a template with nothing but a card has.
    ///
    /// An authored category is meant to be filtered by, and an authored label to be shown.
    init(card: JSON, of draft: TemplateDraft, retentionHours: Double) {
        self.init(
            channelType: "in_app",
            content: card,
            categoryFilterEnabled: draft.category != nil,
            templateLabelEnabled: draft.label != nil,
            messageRetentionHours: retentionHours
        )
    }
}
