import Storage
import Values

/// Authoring files, to apply and to write.
struct AuthoringRoutes: Sendable {
    /// Applies files and tells those who listen.
    typealias Apply = @Sendable (_ texts: AuthoringTexts, _ dryRun: Bool) async throws(HeraldError) -> AuthoringReport

    static let path = "/v1/authoring"

    let desk: AuthoringDesk
    let apply: Apply

    var routes: [Route] {
        [
            Route("POST", "/v1/authoring", .admin(.catalog, .users, .send), AuthoringOperations.apply, post),
            Route("GET", "/v1/authoring", .admin(.read), AuthoringOperations.export, get),
        ]
    }

    private func post(_ routed: RoutedRequest) async throws -> ServerReply {
        var reader = try BodyReader(routed, maximumBytes: AuthoringTexts.maximumSentBytes * 2)
        let dryRun = reader.flag("dryRun") ?? false
        var texts = AuthoringTexts()
        if let files = reader.object("files")?.object, !files.isEmpty {
            for (name, text) in files {
                guard let text = text.string, AuthoringTexts.isName(name) else {
                    reader.refuse("files must have a text for each name of a file below their folder")
                    break
                }
                texts[name] = .text(Array(text.utf8))
            }
        } else {
            reader.refuse("files is needed: an object with a text for each file")
        }
        try reader.check()
        do throws(HeraldError) {
            try texts.checkSize(maximumBytes: AuthoringTexts.maximumSentBytes)
            return Envelope.single(try await apply(texts, dryRun).json)
        } catch {
            guard let findings = error.authoringFindings else { throw error }
            throw RequestFault(
                400,
                "ERR_BAD_AUTHORING",
                "The authoring files cannot be applied.",
                details: ["findings": .array(findings.map(\.json))]
            )
        }
    }

    private func get(_ routed: RoutedRequest) async throws -> ServerReply {
        let files = try await desk.export().map { ($0.name, JSON.string($0.text)) }
        return Envelope.single(["files": .object(JSONObject(files))])
    }
}
