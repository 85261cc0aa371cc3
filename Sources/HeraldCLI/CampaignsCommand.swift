internal import EmbeddedServer
internal import Herald
internal import Values

/// `herald campaigns`: authoring files into a database or server, and out again.
struct CampaignsCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let words = settings.invocation.operands
        switch words[0] {
        case "apply":
            try refuse([CommandTable.force], "export")
            if settings.has(CommandTable.server) {
                try refuse([CommandTable.agents, CommandTable.listen, CommandTable.create], "--database")
            }
            return try await apply(words[1])
        case "export":
            let flags = [CommandTable.dryRun, CommandTable.create, CommandTable.agents, CommandTable.listen]
            try refuse(flags, "apply")
            return try await export(to: words[1])
        default:
            throw HeraldError(
                .usage,
                "herald campaigns has no \"\(words[0])\"",
                hint: Suggestion.hint(for: words[0], among: ["apply", "export"])
            )
        }
    }

    // MARK: Apply

    private func apply(_ folder: String) async throws(HeraldError) -> ExitStatus {
        let dryRun = settings.has(CommandTable.dryRun)
        let isJSON = settings.has(CommandTable.json)
        do throws(HeraldError) {
            let texts = try await BlockingWork.run { () throws(HeraldError) in try AuthoringTexts.read(folder: folder) }
            let report = try await apply(texts, folder: folder, dryRun: dryRun)
            show((report["warnings"].array ?? []).compactMap(AuthoringFinding.init))
            StandardStreams.output(
                isJSON ? report.with(ok: true).text + "\n" : AuthoringReportText(report: report).lines
            )
            return .done
        } catch {
            guard let findings = error.authoringFindings else { throw error }
            if isJSON {
                let json: JSON = ["ok": false, "findings": .array(findings.map(\.json))]
                StandardStreams.output(json.text + "\n")
            }
            show(findings)
            // Checking ends after so many.
            let more = findings.count >= 100 ? " or more" : ""
            let count = "\(findings.count)\(more) error\(findings.count == 1 ? "" : "s")"
            StandardStreams.error("\(count); nothing was applied\n")
            return ExitStatus(error)
        }
    }

    private func apply(_ texts: AuthoringTexts, folder: String, dryRun: Bool) async throws(HeraldError) -> JSON {
        guard let database = try database() else {
            return try await withRuntime { runtime throws(HeraldError) in try await runtime.apply(texts, dryRun: dryRun)
            }
        }
        let agents = settings.value(CommandTable.agents) ?? AuthoringTexts.agentsFolder(beside: folder)
        let (host, port) = try settings.listenAddress()
        let authoring = DatabaseAuthoring(
            database: database,
            server: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)",
            log: settings.log
        )
        return try await authoring.apply(texts, agents: agents, dryRun: dryRun)
    }

    private func show(_ findings: [AuthoringFinding]) {
        for finding in findings {
            let source = finding.place.flatMap { try? TextFile.read($0.file) }
            let isWarning = finding.severity == .warning
            StandardStreams.error(
                ErrorReport.text(finding.error, source: source, color: settings.color, isWarning: isWarning)
            )
        }
    }

    // MARK: Export

    private func export(to folder: String) async throws(HeraldError) -> ExitStatus {
        let files: [(name: String, text: String)]
        if let database = try database() {
            files = try await DatabaseAuthoring(database: database, server: "", log: settings.log).export()
        } else {
            files = try await withRuntime { runtime throws(HeraldError) in try await runtime.exportAuthoring() }
        }
        let force = settings.has(CommandTable.force)
        let plan = try await BlockingWork.run { () throws(HeraldError) in
            let plan = try ExportPlan(files, in: folder)
            try plan.check(force: force)
            try plan.write()
            return plan
        }
        if settings.has(CommandTable.json) {
            StandardStreams.output(plan.json.text + "\n")
        } else {
            StandardStreams.output(plan.lines)
        }
        return .done
    }

    // MARK: Where to

    /// Refuses flags that would have no effect; what a variable says may be meant for another verb.
    private func refuse(_ flags: [Flag], _ place: String) throws(HeraldError) {
        for flag in flags where settings.has(flag) {
            let spelling = settings.invocation.spelling(of: flag)
            guard spelling != flag.variable else { continue }
            throw HeraldError(.usage, "\(spelling) goes with \(place) only", hint: "leave it out")
        }
    }

    /// The database that is named; `nil` when a server is.
    private func database() throws(HeraldError) -> String? {
        switch (settings.value(CommandTable.database), settings.value(CommandTable.server)) {
        case (let database?, nil):
            if settings.has(CommandTable.adminKey) {
                let spelling = settings.invocation.spelling(of: CommandTable.adminKey)
                throw HeraldError(.usage, "\(spelling) needs --server", hint: "a database needs no key")
            }
            try settings.checkDatabase(database)
            return database
        case (nil, .some): return nil
        case (nil, nil):
            throw HeraldError(
                .usage,
                "herald campaigns needs --database or --server",
                hint: "name the database of a server that does not run, or the URL of one that does"
            )
        case (.some, .some):
            throw HeraldError(.usage, "herald campaigns takes either --database or --server")
        }
    }

    private func withRuntime<Result: Sendable>(
        _ body: (Runtime) async throws(HeraldError) -> Result
    ) async throws(HeraldError) -> Result {
        let runtime = try await Runtime(configuration: try settings.runtimeConfiguration(campaigns: nil))
        do throws(HeraldError) {
            let result = try await body(runtime)
            await runtime.shutDown()
            return result
        } catch {
            await runtime.shutDown()
            throw error
        }
    }
}

extension JSON {
    fileprivate func with(ok: Bool) -> JSON {
        .object(JSONObject([("ok", .bool(ok))] + (object ?? JSONObject()).map { ($0.key, $0.value) }))
    }
}
