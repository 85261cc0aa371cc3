internal import Values

/// Where `require` of a script looks.
enum ModuleRoots {
    /// The script's own folder, then `lib` in the folder `scripts` that it lies in, or else beside its own folder.
    ///
    /// `scripts/lib` is found from `scripts/flow.lua` as from `scripts/automations/daily/flow.lua`.
    static func ofScript(_ path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let parts = (try? RealPath(folder))?.parts ?? []
        let height = parts.lastIndex(of: "scripts").map { parts.count - 1 - $0 } ?? 1
        let base = folder == "/" ? "" : folder
        return [folder, base + String(repeating: "/..", count: height) + "/lib"]
    }
}
