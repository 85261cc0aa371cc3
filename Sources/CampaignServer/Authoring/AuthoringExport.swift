import Storage
import Values

/// Writes a bundle as authoring files, which say the same when they are read.
package enum AuthoringExport {
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
                    guard let (entry, card) = short(draft, entries[place]) else { continue }
                    entries[place] = entry
                    cards.append(card)
                }
            }
            guard !entries.isEmpty else { continue }
            let file: JSON = ["herald": .int(AuthoringRules.formatVersion), kind.rawValue: .array(entries)]
            files.append(File(name: kind.rawValue + ".json", text: file.prettyText + "\n"))
        }
        return files + cards
    }

    /// The short form of a template that has nothing but a card without fault, the card in a file of its own.
    private static func short(_ draft: TemplateDraft, _ entry: JSON) -> (entry: JSON, card: File)? {
        guard draft.channels.count == 1, let content = draft.channels.first, let slug = draft.templateId,
            content == ChannelContent(card: content.content, of: draft, retentionHours: content.messageRetentionHours),
            // A card that includes a file would be read as that file.
            content.content.object != nil, content.content["$file"].isNull,
            CardCheck.problems(of: content.content, in: draft, isStrict: false).isEmpty,
            CardCheck.unfilled(content.content, in: draft).isEmpty,
            CardCheck.unfilled(JSON(draft.alternativeText), in: draft).isEmpty
        else { return nil }
        let name = "cards/\(slug).json"
        var entry = entry
        let hours = content.json["messageRetentionHours"]
        entry = .object(
            JSONObject((entry.object ?? JSONObject()).filter { $0.key != "channels" }.map { ($0.key, $0.value) })
        )
        if hours != 0 { entry["retentionHours"] = hours }
        entry["card"] = ["$file": .string(name)]
        return (entry, File(name: name, text: content.content.prettyText + "\n"))
    }
}
