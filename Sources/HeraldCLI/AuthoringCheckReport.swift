internal import EmbeddedServer
internal import Values

/// What a check found in one authoring file and in what it includes.
struct AuthoringCheckReport: Sendable {
    let file: String
    let findings: [AuthoringFinding]

    /// `nil` when the file is something else.
    init?(file: String, isStrict: Bool) async {
        self.file = file
        do throws(HeraldError) {
            guard let findings = try await AuthoringCheck.findings(of: file, isStrict: isStrict) else { return nil }
            self.findings = findings
        } catch {
            findings =
                error.authoringFindings ?? [AuthoringFinding(.error, error.message, hint: error.hint, file: file)]
        }
    }

    var isGood: Bool { findings.allSatisfy { $0.severity != .error } }

    func show(_ settings: Settings) {
        guard !settings.has(CommandTable.json) else { return StandardStreams.output(json.text + "\n") }
        let color = StandardStreams.wantsColor(of: settings)
        for finding in findings {
            let source = finding.place.flatMap { try? TextFile.read($0.file) }
            let isWarning = finding.severity == .warning
            StandardStreams.output(
                ErrorReport.text(finding.error, source: source, color: color, isWarning: isWarning)
            )
        }
        StandardStreams.output("\(VisibleText.line(file)): \(summary)\n")
    }

    var json: JSON {
        let diagnostics = findings.map { finding -> JSON in
            var json = finding.json
            json["code"] = .string(HeraldError.Code.badAuthoring.rawValue)
            return json
        }
        return [
            "file": .string(file), "kind": "authoring", "ok": .bool(isGood), "diagnostics": .array(diagnostics),
        ]
    }

    private var summary: String {
        let counts = [(AuthoringFinding.Severity.error, "error"), (.warning, "warning")].compactMap { severity, word in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
        }
        return counts.isEmpty ? "good" : counts.joined(separator: ", ")
    }
}
