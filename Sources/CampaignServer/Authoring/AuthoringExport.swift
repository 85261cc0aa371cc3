import Storage
import Values

/// Writes a bundle as authoring files, which say the same when they are read.
package enum AuthoringExport {
    /// Keeps a file with many users within what is read; nobody scrolls further.
    private static let entriesPerFile = 2000
    /// One entry may be as long as a body of the REST interface.
    private static let bytesPerFile = 1 << 20

    /// A file by its name within the folder.
    package struct File: Sendable, Hashable {
        package var name: String
        package var text: String
    }

    /// One file for each kind of entry that there is, and one for each card.
    static func files(_ bundle: AuthoringBundle) -> [File] {
        var files: [File] = []
        var cards: [File] = []
        for kind in AuthoringKind.allCases {
            var entries = bundle.entries(of: kind).map { JSON.object($0.fields) }
            if kind == .templates {
                for (place, draft) in bundle.templates.enumerated() {
                    guard let (entry, card) = short(draft, entries[place]) ?? parted(draft, entries[place]) else {
                        continue
                    }
                    entries[place] = entry
                    cards.append(card)
                }
            }
            files += split(entries, kind)
        }
        return files + cards
    }

    /// The entries in as many files as they need, whose names have their order.
    private static func split(_ entries: [JSON], _ kind: AuthoringKind) -> [File] {
        var parts: [[JSON]] = []
        var bytes = 0
        for entry in entries {
            let size = entry.text.utf8.count
            if parts.isEmpty || bytes + size > bytesPerFile || parts[parts.count - 1].count == entriesPerFile {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(entry)
            bytes += size
        }
        return parts.enumerated().map { place, part in
            let number = String(place + 1)
            let padded = String(repeating: "0", count: max(0, 3 - number.count)) + number
            let name = parts.count == 1 ? kind.rawValue : "\(kind.rawValue)-\(padded)"
            return File(
                name: name + ".json",
                text: text(["herald": .int(AuthoringRules.formatVersion), kind.rawValue: .array(part)])
            )
        }
    }

    /// Text for people, unless the blanks would make it too long to be read back.
    private static func text(_ value: JSON) -> String {
        let text = value.prettyText
        return (text.utf8.count < AuthoringTexts.maximumBytes ? text : value.text) + "\n"
    }

    /// The short form of a template that has nothing but a card without fault, the card in a file of its own.
    private static func short(_ draft: TemplateDraft, _ entry: JSON) -> (entry: JSON, card: File)? {
        guard draft.channels.count == 1, let content = draft.channels.first,
            content == ChannelContent(card: content.content, of: draft, retentionHours: content.messageRetentionHours),
            CardCheck.unfilled(JSON(draft.alternativeText), in: draft).isEmpty,
            let file = file(content, of: draft)
        else { return nil }
        var entry = entry
        let hours = content.json["messageRetentionHours"]
        entry = .object(
            JSONObject((entry.object ?? JSONObject()).filter { $0.key != "channels" }.map { ($0.key, $0.value) })
        )
        if hours != 0 { entry["retentionHours"] = hours }
        entry["card"] = include(file)
        return (entry, file)
    }

    /// The form with `channels`, a card without fault among them in a file of its own.
    private static func parted(_ draft: TemplateDraft, _ entry: JSON) -> (entry: JSON, card: File)? {
        guard let place = draft.channels.firstIndex(where: { $0.channelType == "in_app" }),
            var channels = entry["channels"].array, channels.indices.contains(place),
            let file = file(draft.channels[place], of: draft)
        else { return nil }
        channels[place] = .object(
            JSONObject(
                (channels[place].object ?? JSONObject()).map { name, value in
                    name == "content" ? ("card", include(file)) : (name, value)
                }
            )
        )
        var entry = entry
        entry["channels"] = .array(channels)
        return (entry, file)
    }

    /// The file of a content that is a card without fault.
    private static func file(_ content: ChannelContent, of draft: TemplateDraft) -> File? {
        guard content.channelType == "in_app", content.dataType == TemplateRules.dataTypes[0],
            let slug = draft.templateId,
            // A card that includes a file would be read as that file.
            content.content.object != nil, content.content[AuthoringRules.includeMember].isNull,
            CardCheck.problems(of: content.content, in: draft, isStrict: false).isEmpty,
            CardCheck.unfilled(content.content, in: draft).isEmpty
        else { return nil }
        return File(name: "cards/\(slug).json", text: text(content.content))
    }

    private static func include(_ file: File) -> JSON { [AuthoringRules.includeMember: .string(file.name)] }
}
