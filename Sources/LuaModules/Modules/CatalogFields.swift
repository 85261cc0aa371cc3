internal import Campaigns
internal import Scripting
internal import Values

/// The fields of a call that makes or changes something in the catalog.
///
/// The server leaves alone what it does not know, so a slip would be lost in silence: here it is an error.
struct CatalogFields: Sendable {
    /// Names of scripts and authoring files for fields of the wire.
    private static let aliases = ["category": "templateCategory", "variables": "variableSchema"]
    static let content = [
        "channelType", "channelId", "content", "dataType", "categoryFilterEnabled", "templateLabelEnabled",
        "messageRetentionHours", "sequenceOrder", "stopCondition", "waitMinutes",
    ]
    static let variable = ["key", "name", "type", "required", "default"]
    /// Hints for names that are near to none.
    private static let advice = [
        "card": "in an entry of channels the card is \"content\"",
        "content": "write channels = { { channelType = \"in_app\", content = card } }",
        "retentionHours": "it is \"messageRetentionHours\" of an entry of channels",
        "channels": "admin:set_content(template, channelType, content) replaces a content",
    ]

    /// What may be given to make (or with an update, to change) one of a kind; names of the wire.
    static func names(_ kind: CampaignClient.CatalogKind, isUpdate: Bool) -> [String] {
        switch kind {
        case .categories: ["name", "description"]
        case .templates:
            ["name", "templateCategory", "label", "alternativeText", "tags", "status", "variableSchema", "config"]
                + (isUpdate ? [] : ["templateId", "channels"])
        case .channels: ["name", "enabled", "metadata"] + (isUpdate ? [] : ["type", "channelId"])
        }
    }

    /// The fields as the wire has them.
    static func wire(
        _ fields: JSON,
        _ kind: CampaignClient.CatalogKind,
        isUpdate: Bool
    ) throws(HeraldError) -> JSON {
        guard let given = fields.object else {
            throw HeraldError(.invalidArgument, "expected a table of fields, got \(fields.kind)")
        }
        let names = names(kind, isUpdate: isUpdate)
        var wire = JSONObject()
        for (name, value) in given {
            let alias = aliases[name].flatMap { names.contains($0) ? $0 : nil }
            if let alias, given[alias] != nil {
                throw HeraldError(
                    .invalidArgument,
                    "\"\(name)\" is another name of \"\(alias)\": give one",
                    pointer: "/\(name)"
                )
            }
            wire[alias ?? name] = value
        }
        let known = names + (kind == .templates ? aliases.keys.sorted() : [])
        try check(given.keys, known, at: "")
        if kind == .templates {
            try checkEntries(of: wire["channels"], content, at: "/channels")
            try checkEntries(of: wire["variableSchema"], variable, at: "/variableSchema")
        }
        return .object(wire)
    }

    /// Entries that are no objects are for the server to judge.
    private static func checkEntries(of list: JSON?, _ known: [String], at pointer: String) throws(HeraldError) {
        for (place, entry) in (list?.array ?? []).enumerated() {
            guard let entry = entry.object else { continue }
            try check(entry.keys, known, at: "\(pointer)/\(place)")
        }
    }

    private static func check(_ names: [String], _ known: [String], at pointer: String) throws(HeraldError) {
        for name in names where !known.contains(name) {
            let near = Suggestion.closest(to: name, among: known).map { "did you mean \"\($0)\"?" }
            throw HeraldError(
                .invalidArgument,
                "there is no field \(ShortText.quoted(name))" + (pointer.isEmpty ? "" : " at \(pointer)"),
                pointer: pointer + "/" + JSONPointer.escape(name),
                hint: near ?? advice[name] ?? "known: \(known.joined(separator: ", "))"
            )
        }
    }
}
