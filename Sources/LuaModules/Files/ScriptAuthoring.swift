internal import Values

/// A folder of authoring files as a script may read it.
enum ScriptAuthoring {
    /// Reads the campaign files of a folder and what they include; each is judged by where it leads.
    ///
    /// Blocks for as long as the disk takes.
    /// - Throws: `denied` with the flag that would allow it, `not_found`, `io`, `bad_authoring`.
    static func read(_ folder: String, _ access: FileAccess) throws(HeraldError) -> AuthoringTexts {
        let names = try FileWork(path: access.readable(folder), shown: folder).list()
        return try AuthoringTexts.gather(
            folder,
            names: names.compactMap { String(validating: $0, as: UTF8.self) }
        ) { path throws(HeraldError) in
            let real = try access.readable(path)
            if AuthoringTexts.isOutside(path, folder) { return nil }
            do throws(HeraldError) {
                return .text(try FileWork(path: real, shown: path).read())
            } catch {
                return .missing(reason: "cannot be read: \(error.message)")
            }
        }
    }
}
