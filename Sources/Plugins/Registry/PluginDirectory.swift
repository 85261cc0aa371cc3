import Values

/// Which of the plugins found serves which type.
struct PluginDirectory: Sendable {
    /// A record and its place among all, which names it.
    struct Entry: Sendable {
        let number: Int
        let record: PluginRecord
    }

    private var serving: [PluginManifest.Provision.Kind: [String: Entry]] = [:]
    private let entries: [Entry]

    init(_ records: [PluginRecord]) {
        entries = records.enumerated().map { Entry(number: $0.offset, record: $0.element) }
        // Later places win, a refused plugin too: its fault is to be met.
        for entry in entries {
            if case .overridden = entry.record.state { continue }
            guard entry.record.mayOverride else { continue }
            for type in entry.record.provides where entry.record.lost[type] == nil {
                serving[type.kind, default: [:]][type.type] = entry
            }
        }
    }

    func find(_ kind: PluginManifest.Provision.Kind, _ type: String) -> Entry? { serving[kind]?[type] }

    func find(id: String, directory: String) -> Entry? {
        entries.first { $0.record.id == id && $0.record.directory == directory }
    }

    func types(_ kind: PluginManifest.Provision.Kind) -> [String] { (serving[kind] ?? [:]).keys.map { $0 } }
}

/// The error for a type that nothing serves.
enum MissingPlugin {
    static func error(
        _ kind: PluginManifest.Provision.Kind,
        _ type: String,
        known: [String],
        installDirectory: String?
    ) -> HeraldError {
        var advice: [String] = []
        if let near = Suggestion.closest(to: type, among: known) { advice.append("did you mean \"\(near)\"?") }
        let install = installDirectory.map { "put one into \($0), or name" } ?? "name"
        advice.append("\(install) its folder with --plugin")
        let list = known.isEmpty ? "none is known" : "known: \(known.joined(separator: ", "))"
        return HeraldError(
            .pluginMissing,
            "no plugin provides the \(kind.rawValue) \"\(type)\"; \(list)",
            pointer: kind == .action ? "/type" : nil,
            hint: advice.joined(separator: "; "),
            details: [
                "kind": .string(kind.rawValue), "type": .string(type), "known": .array(known.map(JSON.string)),
            ]
        )
    }
}
