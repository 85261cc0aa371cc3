internal import LuaModules
package import Values

extension Runtime {
    /// Applies authoring files to the runtime's server with the admin key; a dry run changes nothing.
    ///
    /// - Throws: ``HeraldError`` with `bad_authoring` for everything that is wrong with the files, and what a call of the
    ///   server can throw.
    package func apply(_ texts: AuthoringTexts, dryRun: Bool) async throws(HeraldError) -> JSON {
        try await host.apply(texts, dryRun: dryRun)
    }

    /// Authoring files that say all that the runtime's server holds, by name.
    package func exportAuthoring() async throws(HeraldError) -> [(name: String, text: String)] {
        try await host.exportAuthoring()
    }
}
