internal import Campaigns
package import Values

// Authoring files and the server that the host was given.
extension RuntimeHost {
    /// Applies authoring files; a dry run changes nothing.
    ///
    /// - Throws: `bad_authoring` for everything that is wrong with the files, and what a call of the server can throw.
    package func apply(_ texts: AuthoringTexts, dryRun: Bool) async throws(HeraldError) -> JSON {
        try await adminClient(server: nil, key: nil).apply(texts, dryRun: dryRun)
    }

    /// Authoring files that say all that the server holds, by name.
    package func exportAuthoring() async throws(HeraldError) -> [(name: String, text: String)] {
        try await adminClient(server: nil, key: nil).exportAuthoring()
    }
}
