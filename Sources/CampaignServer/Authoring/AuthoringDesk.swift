package import Storage
package import Values

/// Applies authoring files to a store and writes files from it: the one way for every caller.
package struct AuthoringDesk: Sendable {
    private let store: any CampaignStore
    /// Base URL that messages have as `{{server}}`.
    private let server: String

    package init(store: any CampaignStore, server: String) {
        self.store = store
        self.server = server
    }

    /// Checks files and applies them in one transaction; a dry run writes nothing and tells the same.
    ///
    /// Agents that cannot answer are faults, unless `triesAgents` is false.
    ///
    /// - Throws: ``HeraldError`` with `bad_authoring` for everything that is wrong, or what the store says.
    package func apply(
        _ texts: AuthoringTexts,
        agents: String?,
        triesAgents: Bool = true,
        dryRun: Bool
    ) async throws(HeraldError) -> AuthoringReport {
        var files = try await BlockingWork.run { () throws(HeraldError) in
            CampaignFiles.check(texts, agents: agents)
        }
        if triesAgents { await files.checkAgents(in: agents) }
        try files.refuseErrors()
        do {
            let outcome = try await store.apply(files.bundle(server: server), dryRun: dryRun)
            guard outcome.diff.problems.isEmpty else {
                throw HeraldError(outcome.diff.problems.map { files.finding($0) })
            }
            return AuthoringReport(files: files, outcome: outcome, dryRun: dryRun)
        } catch {
            throw HeraldError(error)
        }
    }

    /// Files that say all that the store holds.
    package func export() async throws(HeraldError) -> [AuthoringExport.File] {
        do {
            return AuthoringExport.files(try await store.authored())
        } catch {
            throw HeraldError(error)
        }
    }
}

/// What applying files did, or would do.
package struct AuthoringReport: Sendable {
    package let files: CampaignFiles
    package let outcome: AuthoringOutcome
    package let dryRun: Bool

    /// What is odd about the files, by themselves and beside what is stored.
    package var warnings: [AuthoringFinding] {
        files.findings.filter { $0.severity == .warning } + outcome.diff.notices.map { files.finding($0, .warning) }
    }

    /// The first user that the files name.
    package var firstUser: String? { files.catalog.users.first?.id }

    /// `dryRun`, the counts, `changes` with what changed where, and `warnings`.
    package var json: JSON {
        let diff = outcome.diff
        var json: JSON = ["dryRun": .bool(dryRun)]
        for action in AuthoringDiff.Action.allCases { json[action.rawValue] = .int(Int64(diff.count(action))) }
        json["sent"] = .int(Int64(outcome.events.count))
        json["changes"] = .array(files.json(diff.changes.filter { $0.action != .unchanged }))
        json["warnings"] = .array(warnings.map(\.json))
        return json
    }
}

extension CampaignFiles {
    /// Most fields that are told of one entry; a card that was made anew differs everywhere.
    private static let mostFields = 50

    func finding(
        _ problem: AuthoringDiff.Problem,
        _ severity: AuthoringFinding.Severity = .error
    ) -> AuthoringFinding {
        guard let origin = origin(problem.kind, problem.place) else {
            return AuthoringFinding(severity, problem.message, hint: problem.hint)
        }
        let spot = origin.spot(of: problem.pointer)
        return AuthoringFinding(
            severity,
            problem.message,
            hint: problem.hint,
            pointer: spot.pointer.text,
            place: spot.file.place(of: spot.pointer),
            file: spot.file.path
        )
    }

    private func origin(_ kind: AuthoringKind, _ place: Int) -> AuthoringOrigin? {
        guard let list = origins[kind], list.indices.contains(place) else { return nil }
        return list[place]
    }

    fileprivate func json(_ changes: [AuthoringDiff.Change]) -> [JSON] {
        let changes = changes.map { change in
            var change = change
            change.fields = origin(change.kind, change.place)?.distinct(change.fields) ?? change.fields
            return change
        }
        let spots = changes.map { change -> [AuthoringOrigin.Spot] in
            guard let origin = origin(change.kind, change.place) else { return [] }
            return [origin.entry] + change.fields.prefix(Self.mostFields).map { origin.spot(of: $0.pointer) }
        }
        let places = SpotPlaces(spots.flatMap { $0 })
        return zip(changes, spots).map { change, spots in
            var json: JSON = [
                "action": .string(change.action.rawValue), "kind": .string(change.kind.singular),
                "name": .string(change.name),
            ]
            guard let entry = spots.first else { return json }
            json.add(entry, places.place(of: entry))
            guard change.action == .updated else { return json }
            json["fields"] = .array(
                zip(change.fields, spots.dropFirst()).map { field, spot in
                    var json: JSON = [:]
                    json.add(spot, places.place(of: spot))
                    if let old = field.old { json["old"] = old }
                    if let new = field.new { json["new"] = new }
                    return json
                }
            )
            if change.fields.count > Self.mostFields {
                json["moreFields"] = .int(Int64(change.fields.count - Self.mostFields))
            }
            return json
        }
    }
}

extension JSON {
    fileprivate mutating func add(_ spot: AuthoringOrigin.Spot, _ place: SourcePlace?) {
        self["file"] = .string(spot.file.path)
        if let place {
            self["line"] = .int(Int64(place.line))
            if let column = place.column { self["column"] = .int(Int64(column)) }
        }
        self["pointer"] = .string(spot.pointer.text)
    }
}

/// Places of many spots, each file gone through once.
private struct SpotPlaces {
    private var places: [String: [String: SourcePlace]] = [:]

    init(_ spots: [AuthoringOrigin.Spot]) {
        for (path, spots) in Dictionary(grouping: spots, by: \.file.path) {
            let found = spots.first?.file.places(of: spots.map(\.pointer)) ?? []
            for (spot, place) in zip(spots, found) { places[path, default: [:]][spot.pointer.text] = place }
        }
    }

    func place(of spot: AuthoringOrigin.Spot) -> SourcePlace? { places[spot.file.path]?[spot.pointer.text] }
}
