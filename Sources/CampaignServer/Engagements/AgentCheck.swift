import Values

/// Tries agent scripts before anybody talks to them.
enum AgentCheck {
    /// What keeps agents from answering; of those without a script nothing is said.
    static func findings(of names: [String], in folder: AgentFolder) async -> [AuthoringFinding] {
        guard let path = folder.path else { return [] }
        let known = Set(folder.names ?? [])
        var findings: [AuthoringFinding] = []
        for name in names where known.contains(name) {
            if let finding = await finding(name, path) { findings.append(finding) }
        }
        return findings
    }

    private static func finding(_ name: String, _ folder: String) async -> AuthoringFinding? {
        let place = SourcePlace(file: AgentScript.path(of: name, in: folder), line: 1)
        do throws(HeraldError) {
            let agent = try await AgentScript.load(
                name,
                folder: folder,
                clock: SystemClock(),
                random: SystemRandomSource(),
                log: { _, _ in }
            )
            await agent.close()
            if agent.answers { return nil }
            return AuthoringFinding(
                .error,
                "agent \"\(name)\" has no reply",
                hint: "give its table reply = function(visitor, text, history) … end",
                place: place
            )
        } catch {
            return AuthoringFinding(
                .error,
                "agent \"\(name)\": \(error.message)",
                hint: error.hint,
                place: error.place ?? place
            )
        }
    }
}
