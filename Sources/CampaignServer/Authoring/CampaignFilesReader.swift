import Cards
import Storage
import Values

/// Reads all files of a set, one kind of entry after the other, so that an entry may refer to one of a later file.
struct CampaignFilesReader {
    let texts: AuthoringTexts
    let isStrict: Bool
    let agents: AgentFolder
    let agentNames: [String]?
    let findings = AuthoringFindings()
    var result = CampaignFiles()
    /// Files that were read, `nil` for those that are no JSON.
    private var loaded: [String: AuthoringFile?] = [:]
    /// Files of the folder that cannot be read and that no entry includes, which is where it would be told.
    private var missing: [String: AuthoringFinding] = [:]
    /// Where each name was first used, per kind; names by their bytes, as the store compares them.
    private var seen: [AuthoringKind: [[UInt8]: AuthoringNode]] = [:]

    init(texts: AuthoringTexts, agents: AgentFolder, isStrict: Bool) {
        self.texts = texts
        self.isStrict = isStrict
        self.agents = agents
        agentNames = agents.names
    }

    mutating func read() {
        let roots = texts.campaignFiles.compactMap { root($0) }
        for kind in AuthoringKind.allCases {
            for root in roots {
                for node in root.list(kind.rawValue) { read(node, kind: kind) }
            }
            if kind == .feedChannels { checkLimits() }
            if kind == .templates { checkFeedChannels(roots) }
        }
        for finding in missing.sorted(by: { $0.key < $1.key }) { findings.add(finding.value) }
        // Removed categories follow the others in the bundle.
        result.origins[.categories, default: []] += removedCategories
        result.agents = Array(Set(result.catalog.campaigns.flatMap { $0.channels.compactMap(\.agent) })).sorted()
        result.findings = findings.all
    }

    private var removedCategories: [AuthoringOrigin] = []

    /// Adds an entry that is removed; its origin comes after those of all others.
    mutating func remove(category: String, at node: AuthoringNode) {
        result.catalog.removedCategories.append(category)
        removedCategories.append(AuthoringOrigin(node))
    }

    /// Notes where the entry stands that was just added.
    mutating func note(_ kind: AuthoringKind, at origin: AuthoringOrigin) {
        result.origins[kind, default: []].append(origin)
    }

    mutating func note(_ kind: AuthoringKind, at node: AuthoringNode) { note(kind, at: AuthoringOrigin(node)) }

    private mutating func root(_ name: String) -> AuthoringNode? {
        guard let file = load(name) else { return nil }
        let root = AuthoringNode(value: file.value, file: file, pointer: JSONPointer(), findings: findings)
        let kinds = AuthoringKind.allCases.map(\.rawValue)
        guard root.isObject("a campaign file", required: [], optional: ["herald"] + kinds) else { return nil }
        guard let version = root.member("herald")?.value else {
            root.report(
                "the file is taken for a campaign file, and lacks \"herald\"",
                hint: "write \"herald\": \(AuthoringRules.formatVersion) as its first member"
            )
            return root
        }
        guard version == .int(AuthoringRules.formatVersion) else {
            root.child("herald", .null).report(
                "this program reads campaign files of version \(AuthoringRules.formatVersion)",
                hint: "write \"herald\": \(AuthoringRules.formatVersion)"
            )
            return nil
        }
        return root
    }

    /// Parses a file of the set; a fault is reported, a file that is not there at the node that names it.
    private mutating func load(_ name: String, for node: AuthoringNode? = nil) -> AuthoringFile? {
        let path = texts.prefix + name
        switch texts[name] {
        case .text(let text):
            // What is wrong with a file that several entries include is told once.
            if let known = loaded[name] { return known }
            result.files.append(name)
            do throws(HeraldError) {
                let file = try AuthoringFile(name, path: path, text: text)
                for pointer in file.repeated {
                    AuthoringNode(value: .null, file: file, pointer: pointer, findings: findings)
                        .report("the key \"\(pointer.tokens.last ?? "")\" is given twice in one object", key: true)
                }
                loaded[name] = .some(file)
                return file
            } catch {
                loaded[name] = .some(nil)
                findings.add(AuthoringFinding(.error, error.message, hint: error.hint, place: error.place, file: path))
            }
        case .missing(let reason):
            if let node {
                missing[name] = nil
                node.report("\(path) \(reason)", hint: texts.hint(forMissing: name))
            } else {
                missing[name] = AuthoringFinding(.error, "\(path) \(reason)", file: path)
            }
        case nil where texts.prefix.isEmpty && AuthoringTexts.isName(name):
            node?.report(
                "\"\(name)\" is not among the files",
                hint: Suggestion.hint(for: name, among: texts.texts.map(\.name).filter { $0.contains("/") })
            )
        case nil: node?.report("\"\(name)\" is not below the campaigns folder", hint: "included files lie below it")
        }
        return nil
    }

    private mutating func read(_ node: AuthoringNode, kind: AuthoringKind) {
        switch kind {
        case .users: readUser(node)
        case .categories: readCategory(node)
        case .feedChannels: readFeedChannel(node)
        case .templates: readTemplate(node)
        case .campaigns: readCampaign(node)
        case .messages: readMessage(node)
        }
    }

    /// Whether there is an entry of that name, be it without fault or not.
    func isKnown(_ name: String, of kind: AuthoringKind) -> Bool { seen[kind]?[Array(name.utf8)] != nil }

    /// Notes a name; one that is used twice is reported at its second place.
    mutating func isFirst(_ name: String, of kind: AuthoringKind, at node: AuthoringNode) -> Bool {
        let key = Array(name.utf8)
        if let earlier = seen[kind]?[key] {
            let place = earlier.file.place(of: earlier.pointer).map(\.description) ?? earlier.file.path
            node.report("\"\(name)\" is used twice among \(kind.rawValue)", hint: "the first one is at \(place)")
            return false
        }
        seen[kind, default: [:]][key] = node
        return true
    }

    /// The node itself, or the root of the file that `{"$file": …}` names.
    mutating func included(_ node: AuthoringNode) -> AuthoringNode? {
        if let name = node.value.string, name.hasSuffix(".json") {
            node.report(
                "expected an object, found a string",
                hint: "write { \"\(AuthoringRules.includeMember)\": \(JSON.string(name).text) } for a file"
            )
            return nil
        }
        guard let name = node.value.object?[AuthoringRules.includeMember] else { return node }
        guard node.isObject("an include", required: [AuthoringRules.includeMember]),
            let text = node.text(AuthoringRules.includeMember)
        else { return nil }
        guard let file = load(text, for: node.child(AuthoringRules.includeMember, name)) else { return nil }
        return AuthoringNode(value: file.value, file: file, pointer: JSONPointer(), findings: findings)
    }

    private func checkLimits() {
        for type in FeedChannelType.all {
            guard let limit = FeedChannelType.limit(of: type) else { continue }
            let places = result.catalog.feedChannels.indices.filter { result.catalog.feedChannels[$0].type == type }
            for place in places.dropFirst(limit) {
                guard let spot = result.origins[.feedChannels]?[place].spot(of: "/type") else { continue }
                let node = AuthoringNode(value: .null, file: spot.file, pointer: spot.pointer, findings: findings)
                node.report("there may be no more than \(limit) feed channel of type \(type)")
            }
        }
    }

    /// Tells of templates that no channel takes; the channel may be in the database, so it is no error.
    private func checkFeedChannels(_ roots: [AuthoringNode]) {
        let open = Set(result.catalog.feedChannels.filter(\.enabled).map(\.type))
        let sends = result.catalog.templates.contains { template in
            template.status == .approved && template.channels.contains { $0.channelType == "in_app" }
        }
        guard sends, !open.contains("in_app"), let root = roots.first(where: { $0.member("templates") != nil }) else {
            return
        }
        root.child("templates", .null).warn(
            "there are templates, but no enabled feed channel of type in_app",
            hint: "add \"feedChannels\": [{\"channelId\": \"inbox\", \"name\": \"Inbox\", \"type\": \"in_app\"}]",
            key: true
        )
    }
}
