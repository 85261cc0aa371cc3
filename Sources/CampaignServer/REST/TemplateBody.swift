import Storage
import Values

/// Reads the parts of a template from a body; problems gather in the reader.
struct TemplateBody {
    /// Longest name, label and category.
    static let nameBytes = 100
    static let textBytes = 2000
    static let tagCount = 50
    static let variableCount = 200

    var reader: BodyReader

    mutating func draft() -> TemplateDraft {
        let draft = TemplateDraft(
            templateId: slug("templateId", notOf: PathWords.besideTemplates),
            name: reader.neededWords("name", maximumBytes: Self.nameBytes),
            category: reader.words("templateCategory", maximumBytes: Self.nameBytes),
            label: reader.words("label", maximumBytes: Self.nameBytes),
            alternativeText: reader.words("alternativeText", maximumBytes: Self.textBytes),
            tags: tags() ?? [],
            status: reader.choice("status", Template.Status.self) ?? .draft,
            channels: channels(),
            variables: variables() ?? [],
            config: reader.object("config") ?? [:]
        )
        if reader.problems.isEmpty { for problem in draft.problems { reader.refuse(problem.sentence) } }
        return draft
    }

    /// A name that is a part of paths, and none of the words that have another meaning there.
    mutating func slug(_ name: String, notOf words: Set<String>) -> String? {
        guard let text = reader.text(name, maximumBytes: 128) else { return nil }
        if !AuthoringRules.isSlug(text) { reader.refuse("\(name) may have ASCII letters, digits, - and _ only") }
        if words.contains(text) {
            reader.refuse("\(name) must not be \"\(text)\", a word with a meaning of its own in paths")
        }
        return text
    }

    mutating func tags() -> [String]? {
        let tags = reader.texts("tags", 0...Self.tagCount, maximumBytes: Self.nameBytes)
        if tags?.contains(where: { !$0.utf8.contains { $0 > 0x20 } }) == true {
            reader.refuse("tags must not be blank")
        }
        return tags
    }

    mutating func variables() -> [TemplateVariable]? {
        let value = reader.body["variableSchema"]
        guard !value.isNull else { return nil }
        guard let list = value.array, list.count <= Self.variableCount else {
            reader.refuse("variableSchema must be a list of at most \(Self.variableCount) variables")
            return nil
        }
        var variables: [TemplateVariable] = []
        for (place, entry) in list.enumerated() {
            // A bare text is the key of a text variable, as an older form of the list has it.
            let entry: JSON = entry.string.map { ["key": .string($0)] } ?? entry
            guard let key = entry["key"].string, AuthoringRules.isVariableKey(key),
                key != AuthoringRules.serverVariable
            else {
                reader.refuse(
                    "variableSchema[\(place)].key must be a name of ASCII letters, digits and _, no digit first"
                )
                continue
            }
            for member in ["name", "type", "default"] where !entry[member].isNull && entry[member].string == nil {
                reader.refuse("variableSchema[\(place)].\(member) must be a text")
            }
            if !entry["required"].isNull, entry["required"].bool == nil {
                reader.refuse("variableSchema[\(place)].required must be true or false")
            }
            let type = entry["type"].string ?? "string"
            if !AuthoringRules.variableTypes.contains(type) {
                let known = AuthoringRules.variableTypes.joined(separator: ", ")
                reader.refuse("variableSchema[\(place)].type must be one of \(known)")
            }
            if variables.contains(where: { $0.key == key }) { reader.refuse("variableSchema has \(key) twice") }
            variables.append(
                TemplateVariable(
                    key: key,
                    name: entry["name"].string,
                    type: type,
                    required: entry["required"].bool ?? false,
                    defaultValue: entry["default"].string
                )
            )
        }
        return variables
    }

    /// The contents; two of one type are told apart from other problems, by ``hasDuplicate(_:)``.
    mutating func channels() -> [ChannelContent] {
        guard let list = reader.body["channels"].array, !list.isEmpty else {
            reader.refuse("channels must be a list with at least one content")
            return []
        }
        var problems: [TemplateRules.Problem] = []
        let isDraft = reader.body["status"].isNull || reader.body["status"] == "draft"
        let contents = list.enumerated().compactMap { place, entry in
            TemplateRules.content(entry, at: "/channels/\(place)") { problems.append($0) }
        }
        for (place, entry) in list.enumerated() {
            guard let text = InAppContent.problem(ofEntry: entry, isDraft: isDraft) else { continue }
            problems.append(TemplateRules.Problem(pointer: "/channels/\(place)/content", text: text))
        }
        for problem in problems { reader.refuse(problem.sentence) }
        return contents
    }

    static func hasDuplicate(_ channels: [ChannelContent]) -> Bool {
        Set(channels.map(\.channelType)).count < channels.count
    }
}

extension TemplateDraft {
    /// What is wrong with the contents as a whole.
    var problems: [TemplateRules.Problem] {
        TemplateRules.problems(channels: channels, config: config, status: status)
    }
}
