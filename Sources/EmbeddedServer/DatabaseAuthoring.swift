internal import CampaignServer
internal import StorageSQLite
package import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Authoring files and a database that no server runs on.
package struct DatabaseAuthoring: Sendable {
    /// The database file; `nil` for an empty one that is thrown away.
    let database: String?
    /// Base URL that messages have as `{{server}}`.
    let server: String
    let log: LogSink

    package init(database: String?, server: String, log: @escaping LogSink) {
        self.database = database
        self.server = server
        self.log = log
    }

    /// Applies files; a dry run writes nothing and tells the same.
    ///
    /// A database that is not there is made, unless the files are refused.
    ///
    /// - Returns: `dryRun`, `created`, `updated`, `removed`, `unchanged`, `sent`, `changes` and `warnings`.
    /// - Throws: ``HeraldError`` with `bad_authoring` for everything that is wrong, or `bad_database`, also when a server
    ///   runs on the database: its clients would not hear of new messages.
    package func apply(_ texts: AuthoringTexts, agents: String?, dryRun: Bool) async throws(HeraldError) -> JSON {
        if let database, access(database, F_OK) != 0 {
            let trial = DatabaseAuthoring(database: nil, server: server, log: log)
            let told = try await trial.apply(texts, agents: agents, dryRun: true)
            // To look what a new database would get makes none.
            if dryRun { return told }
        }
        return try await open { desk throws(HeraldError) in
            try await desk.apply(texts, agents: agents, dryRun: dryRun).json
        }
    }

    /// Files that say all that the database holds, by name.
    package func export() async throws(HeraldError) -> [(name: String, text: String)] {
        try await open(isServer: false) { desk throws(HeraldError) in
            try await desk.export().map { ($0.name, $0.text) }
        }
    }

    private func open<Result: Sendable>(
        isServer: Bool = true,
        _ body: (AuthoringDesk) async throws(HeraldError) -> Result
    ) async throws(HeraldError) -> Result {
        let store = try await SQLiteCampaignStore.open(
            path: database,
            isServer: isServer,
            clock: SystemClock(),
            random: SystemRandomSource(),
            log: log
        )
        do throws(HeraldError) {
            let result = try await body(AuthoringDesk(store: store, server: server))
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }
}

/// Authoring files, checked without a database.
package enum AuthoringCheck {
    /// What is found in one file of a folder and in what it includes, the folder's other files being known.
    ///
    /// Blocks for as long as the disk takes.
    /// - Returns: `nil` when the file is no authoring file.
    /// - Throws: ``HeraldError`` with `bad_authoring` when its folder cannot be read.
    package static func findings(of path: String, isStrict: Bool) async throws(HeraldError) -> [AuthoringFinding]? {
        guard let text = try? TextFile.read(path), let value = try? JSONText.parse(text),
            CampaignFiles.isTaken(forCampaignFile: value)
        else { return nil }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        var texts = try AuthoringTexts.read(folder: folder)
        // A file may have any name when it is checked.
        texts[name] = .text(text)
        let prefix = slash == nil ? "" : texts.prefix
        let own = Set([texts.prefix + name] + AuthoringTexts.includes(in: value).map { texts.prefix + $0 })
        let agents = AuthoringTexts.agentsFolder(beside: folder)
        var files = CampaignFiles.check(texts, agents: agents, isStrict: isStrict)
        files.checkReferences()
        let found = files.findings.filter { own.contains($0.file ?? "") }.map {
            $0.moved(from: texts.prefix, to: prefix)
        }
        // Of the agents only those count that this file names.
        files.findings = []
        let named = CampaignFiles.agents(in: value)
        files.agents = files.agents.filter(named.contains)
        await files.checkAgents(in: agents)
        return found + files.findings
    }
}

extension AuthoringFinding {
    /// The same with the path as the person wrote it.
    fileprivate func moved(from old: String, to new: String) -> AuthoringFinding {
        guard old != new, let file, file.hasPrefix(old) else { return self }
        var finding = self
        finding.file = new + file.dropFirst(old.count)
        finding.place?.file = new + file.dropFirst(old.count)
        return finding
    }
}
