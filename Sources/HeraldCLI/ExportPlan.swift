internal import Glibc
internal import Values

/// What writing exported files into a folder means for the files that are there.
struct ExportPlan: Sendable {
    enum Action: String, Sendable {
        case created
        case overwritten
        case unchanged
    }

    let folder: String
    let files: [(name: String, text: String, action: Action)]
    /// Campaign files in the folder that are not among the exported ones and would be applied with them.
    let others: [String]

    /// Compares with what is there.
    ///
    /// - Throws: ``HeraldError`` with `io`, or `server` for names that lead elsewhere.
    init(_ exported: [(name: String, text: String)], in folder: String) throws(HeraldError) {
        var files: [(name: String, text: String, action: Action)] = []
        for (name, text) in exported {
            guard AuthoringTexts.isName(name) else {
                throw HeraldError(
                    .server,
                    "the server exports a file named \"\(name)\", which is no name below a folder"
                )
            }
            let path = "\(folder)/\(name)"
            let action: Action =
                if access(path, F_OK) != 0 { .created } else {
                    try TextFile.read(path) == Array(text.utf8) ? .unchanged : .overwritten
                }
            files.append((name, text, action))
        }
        let names = Set(exported.map(\.name))
        others = (AuthoringTexts.names(in: folder) ?? []).filter {
            AuthoringTexts.isCampaignFile($0) && !names.contains($0)
        }
        self.folder = folder
        self.files = files
    }

    /// Refuses to touch what differs, and to leave files that say other things beside the exported ones.
    func check(force: Bool) throws(HeraldError) {
        guard !force else { return }
        let hint = "write into a new folder, or use --force"
        let differing = files.filter { $0.action == .overwritten }.map(\.name)
        if !differing.isEmpty {
            let names = differing.prefix(5).joined(separator: ", ") + (differing.count > 5 ? ", …" : "")
            throw HeraldError(.failed, "\(folder) has files that differ: \(names)", hint: hint)
        }
        if !others.isEmpty {
            let names = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? ", …" : "")
            throw HeraldError(.failed, "\(folder) has other campaign files: \(names)", hint: hint)
        }
    }

    func write() throws(HeraldError) {
        try TextFile.makeDirectories(folder)
        for file in files where file.action != .unchanged {
            if let slash = file.name.lastIndex(of: "/") {
                try TextFile.makeDirectories("\(folder)/\(file.name[..<slash])")
            }
            try TextFile.write(Array(file.text.utf8), to: "\(folder)/\(file.name)", mode: 0o644)
        }
    }

    var json: JSON {
        [
            "folder": .string(folder),
            "files": .array(files.map { ["name": .string($0.name), "action": .string($0.action.rawValue)] }),
            "others": .array(others.map(JSON.string)),
        ]
    }

    var lines: String {
        let changed = files.filter { $0.action != .unchanged }.map { file in
            VisibleText.line("\(file.action.rawValue) \(folder)/\(file.name)") + "\n"
        }
        let unchanged = files.count - changed.count
        let summary = changed.isEmpty ? "nothing changed" : "\(changed.count) written"
        return changed.joined() + "\(summary), \(unchanged) unchanged\n"
    }
}
