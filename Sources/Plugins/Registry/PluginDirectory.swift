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

    /// The plugins that serve a type and can be loaded, in their order.
    var usable: [Entry] {
        let numbers = Set(serving.values.flatMap { $0.values.map(\.number) })
        return entries.filter { numbers.contains($0.number) && $0.record.refusal == nil }
    }

    /// A plugin that would serve a type if it had not been refused.
    func refused(_ kind: PluginManifest.Provision.Kind, _ type: String) -> PluginRecord? {
        entries.last { entry in
            entry.record.refusal != nil && entry.record.provides.contains { $0.kind == kind && $0.type == type }
        }?.record
    }

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
        refused: PluginRecord?,
        installDirectory: String?
    ) -> HeraldError {
        let details: JSON = [
            "kind": .string(kind.rawValue), "type": .string(type), "known": .array(known.map(JSON.string)),
        ]
        let missing = "no plugin provides the \(kind.rawValue) \"\(type)\""
        let pointer = kind == .action ? "/type" : nil
        // Whoever put a plugin there asks why it is not taken, not what else there is.
        if let refused, let refusal = refused.refusal {
            return HeraldError(
                .pluginMissing,
                "\(missing); the plugin \(refused.id) in \(refused.directory) would, but is refused: \(refusal.message)",
                pointer: pointer,
                hint: refusal.hint,
                details: details
            )
        }
        let install = installDirectory.map { "put one into \($0), or name" } ?? "name"
        let near = Suggestion.closest(to: type, among: known).map { "did you mean \"\($0)\"? Otherwise " } ?? ""
        let list = known.isEmpty ? "none is known" : "known: \(known.joined(separator: ", "))"
        return HeraldError(
            .pluginMissing,
            "\(missing); \(list)",
            pointer: pointer,
            hint: "\(near)\(install) its folder with --plugin",
            details: details
        )
    }
}
