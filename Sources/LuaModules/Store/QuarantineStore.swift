internal import Plugins
package import Values

/// The quarantines of plugins, kept as the values of scripts are: a plugin that is out stays out in the next run.
package struct QuarantineStore: Sendable {
    private let store: ValueStore

    /// - Parameter folder: where state is kept.
    package init(folder: String) { store = ValueStore.quarantines(folder: folder) }

    /// Every quarantine; blocks for as long as the disk takes.
    ///
    /// - Throws: `io`, also for a damaged file, which is then moved aside; `unsupported` for one of a newer version.
    func all() throws(HeraldError) -> [QuarantineRecord] {
        try store.all().compactMap { QuarantineRecord(id: $0.key, json: $0.value) }
    }

    /// Keeps one.
    func keep(_ quarantine: QuarantineRecord) async throws(HeraldError) {
        try await BlockingWork.run { [store] () throws(HeraldError) in
            try store.set(quarantine.id, quarantine.json)
        }
    }

    /// Ends one; blocks for as long as the disk takes.
    ///
    /// - Throws: `not_found` when there is none for that id, and as ``all()``.
    package func lift(_ id: String) throws(HeraldError) {
        let known = try store.keys("")
        guard known.contains(id) else {
            let near = Suggestion.hint(for: id, among: known)
            throw HeraldError(.notFound, "no plugin \"\(id)\" is in quarantine", hint: near ?? "see herald plugins")
        }
        try store.set(id, nil)
    }
}
