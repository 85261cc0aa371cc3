internal import Cards
internal import Storage
internal import Values

/// Reads all files of a folder, one kind of entry after the other, so that an entry may refer to one of a later file.
struct CampaignFilesReader {
    static let kinds = ["users", "categories", "feedChannels", "templates", "campaigns", "messages"]

    let folder: AuthoringFolder
    let problems = AuthoringProblems()
    var result = CampaignFiles()
    /// Where each name was first used, per kind.
    private var seen: [String: [String: AuthoringNode]] = [:]

    init(folder: AuthoringFolder) {
        self.folder = folder
    }

    mutating func read() {
        let roots = roots()
        for kind in Self.kinds {
            for root in roots {
                for node in root.list(kind) { read(node, kind: kind) }
            }
            if kind == "templates" { checkFeedChannels(roots) }
        }
        result.agents = Array(Set(result.catalog.campaigns.flatMap { $0.channels.compactMap(\.agent) })).sorted()
    }

    private mutating func roots() -> [AuthoringNode] {
        let paths: [String]
        do throws(HeraldError) {
            paths = try folder.files()
        } catch {
            problems.add(error)
            return []
        }
        return paths.compactMap { path in
            guard let file = load(path) else { return nil }
            let root = AuthoringNode(value: file.value, file: file, pointer: JSONPointer(), problems: problems)
            guard root.isObject("a campaign file", required: ["herald"], optional: Self.kinds) else { return nil }
            guard root.value["herald"] == .int(AuthoringRules.formatVersion) else {
                root.child("herald", .null).report(
                    "this program reads campaign files of version \(AuthoringRules.formatVersion)",
                    hint: "write \"herald\": \(AuthoringRules.formatVersion)"
                )
                return nil
            }
            return root
        }
    }

    private mutating func load(_ path: String) -> AuthoringFile? {
        do throws(HeraldError) {
            let file = try AuthoringFile(reading: path)
            result.files.append(path)
            return file
        } catch {
            problems.add(error)
            return nil
        }
    }

    private mutating func read(_ node: AuthoringNode, kind: String) {
        switch kind {
        case "users": readUser(node)
        case "categories": readCategory(node)
        case "feedChannels": readFeedChannel(node)
        case "templates": readTemplate(node)
        case "campaigns": readCampaign(node)
        default: readMessage(node)
        }
    }

    /// Whether there is an entry of that name, be it without fault or not.
    func isKnown(_ name: String, of kind: String) -> Bool { seen[kind]?[name] != nil }

    /// Notes a name; one that is used twice is reported at its second place.
    mutating func isFirst(_ name: String, of kind: String, at node: AuthoringNode) -> Bool {
        if let earlier = seen[kind]?[name] {
            let place = earlier.file.place(of: earlier.pointer).map(\.description) ?? earlier.file.path
            node.report("\"\(name)\" is used twice among \(kind)", hint: "the first one is at \(place)")
            return false
        }
        seen[kind, default: [:]][name] = node
        return true
    }

    /// The node itself, or the root of the file that `{"$file": …}` names.
    mutating func included(_ node: AuthoringNode) -> AuthoringNode? {
        guard let name = node.value.object?["$file"] else { return node }
        guard node.isObject("an include", required: ["$file"]), let text = node.text("$file") else { return nil }
        let place = node.child("$file", name)
        guard let path = folder.include(text) else {
            place.report(
                "\"\(text)\" is not below \(folder.path)",
                hint: "included files lie below the campaigns folder"
            )
            return nil
        }
        do throws(HeraldError) {
            let file = try AuthoringFile(reading: path)
            result.files.append(path)
            return AuthoringNode(value: file.value, file: file, pointer: JSONPointer(), problems: problems)
        } catch {
            // A fault inside the file has a place there; a file that is missing is a fault of the one that names it.
            if error.place == nil { place.report(error.message, hint: error.hint) } else { problems.add(error) }
            return nil
        }
    }

    private func checkFeedChannels(_ roots: [AuthoringNode]) {
        let needsChannel = !result.catalog.templates.isEmpty
        let hasChannel = result.catalog.feedChannels.contains { $0.type == "in_app" && $0.enabled }
        guard needsChannel, !hasChannel, let root = roots.first(where: { $0.member("templates") != nil }) else {
            return
        }
        root.child("templates", .null).report(
            "there are templates, but no enabled feed channel of type in_app",
            hint: "add \"feedChannels\": [{\"channelId\": \"inbox\", \"name\": \"Inbox\", \"type\": \"in_app\"}]",
            key: true
        )
    }
}
