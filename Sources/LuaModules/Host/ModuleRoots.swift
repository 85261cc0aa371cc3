internal import Values

/// Where `require` of a script looks.
enum ModuleRoots {
    /// The script's own folder, then `lib` in the folder `scripts` that it lies in, or else beside its own folder.
    ///
    /// `scripts/lib` is found from `scripts/flow.lua` as from `scripts/automations/daily/flow.lua`.
    ///
    /// Spelled as the script's own path is: `flow.lua` requires `part.lua`, and `./flow.lua` requires `./part.lua`.
    static func ofScript(_ path: String) -> [String] {
        let base = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let parts = (try? RealPath(base.isEmpty ? "." : base))?.parts ?? []
        let height = parts.lastIndex(of: "scripts").map { parts.count - 1 - $0 } ?? 1
        return [base, base + String(repeating: "../", count: height) + "lib"]
    }
}
