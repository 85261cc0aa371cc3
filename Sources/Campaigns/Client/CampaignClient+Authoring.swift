package import Values

extension CampaignClient {
    private static let authoringPath = "/v1/authoring"
    private static let refusal = "ERR_BAD_AUTHORING"

    /// Lets the server check authoring files and apply them, all or nothing; a dry run changes nothing.
    ///
    /// - Returns: `dryRun`, `created`, `updated`, `removed`, `unchanged`, `sent`, `changes` and `warnings`; files are named
    ///   with the prefix that the texts have.
    /// - Throws: `bad_authoring` for everything that is wrong with the files.
    package func apply(_ texts: AuthoringTexts, dryRun: Bool) async throws(HeraldError) -> JSON {
        try texts.checkSize(maximumBytes: AuthoringTexts.maximumSentBytes)
        // What cannot be read here would be told there as missing, and not why.
        let missing = texts.unreadable
        guard missing.isEmpty else { throw HeraldError(missing) }
        let files = texts.texts.map { ($0.name, JSON.string(String(decoding: $0.text, as: UTF8.self))) }
        let body: JSON = ["files": .object(JSONObject(files)), "dryRun": .bool(dryRun)]
        do throws(HeraldError) {
            return try await call("POST", Self.authoringPath, body: body)["data"].namingFiles(after: texts.prefix)
        } catch {
            guard error.details["code"].string == Self.refusal else { throw error }
            let findings = (error.details["details"]["findings"].array ?? []).compactMap(AuthoringFinding.init)
            // Agents lie at the server, and are named as it sees them.
            throw HeraldError(
                findings.map { $0.file.map { texts[$0] == nil } == true ? $0 : $0.inFolder(texts.prefix) }
            )
        }
    }

    /// Authoring files that say all that the server holds, by name.
    package func exportAuthoring() async throws(HeraldError) -> [(name: String, text: String)] {
        guard let files = try await call("GET", Self.authoringPath)["data"]["files"].object else {
            throw HeraldError(.server, "GET \(Self.authoringPath) answered without files", pointer: "/data/files")
        }
        return files.compactMap { name, text in text.string.map { (name, $0) } }
    }
}

extension JSON {
    /// The report of a server with the paths of files as the caller sees them.
    fileprivate func namingFiles(after prefix: String) -> JSON {
        switch self {
        case .array(let elements): return .array(elements.map { $0.namingFiles(after: prefix) })
        case .object(let members):
            return .object(
                JSONObject(
                    members.map { name, value in
                        switch (name, value) {
                        case ("file", .string(let file)): (name, .string(prefix + file))
                        case ("old", _), ("new", _): (name, value)
                        default: (name, value.namingFiles(after: prefix))
                        }
                    }
                )
            )
        default: return self
        }
    }
}
