internal import EmbeddedServer
internal import Values

/// `herald keys`: makes, lists and revokes keys of a database, also while a server runs on it.
///
/// A new key or token is all that goes to standard output; nothing else ever shows one.
struct KeysCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        let words = settings.invocation.operands
        let database = try settings.neededDatabase()
        switch (words.first ?? "", words.count) {
        case ("new", 1):
            let rights = try rights()
            let label = settings.value(CommandTable.label)
            return try await print(database) { keys in
                try await keys.newAdminKey(label: label, rights: rights)
            }
        case ("token", 2):
            let (seconds, createsUser) = (try seconds(), settings.has(CommandTable.create))
            return try await print(database) { keys in
                try await keys.newToken(user: words[1], seconds: seconds, createsUser: createsUser)
            }
        case ("list", 1):
            let entries = try await existing(database) { keys in try await keys.list() }
            let isJSON = settings.has(CommandTable.json)
            StandardStreams.output(isJSON ? JSON.array(entries).text + "\n" : Self.table(entries))
            return .done
        case ("revoke", 2) where words[1] != "token":
            try await existing(database) { keys in try await keys.revoke(words[1]) }
            return .done
        case ("revoke", 3) where words[1] == "token":
            try await existing(database) { keys in try await keys.revokeTokens(of: words[2]) }
            return .done
        default: throw Self.usage(words)
        }
    }

    private static func usage(_ words: [String]) -> HeraldError {
        let forms = ["new", "token USER", "list", "revoke ID", "revoke token USER"]
        let names = ["new", "token", "list", "revoke"]
        let hint = "write herald keys " + forms.joined(separator: ", or ")
        guard let first = words.first, !names.contains(first) else {
            return HeraldError(.usage, "herald keys \(words.joined(separator: " ")) is not whole", hint: hint)
        }
        return HeraldError(.usage, "herald keys has no \"\(first)\"", hint: Suggestion.hint(for: first, among: names))
    }

    /// Makes a secret, which stands alone on standard output.
    private func print(
        _ database: String,
        _ body: (DatabaseKeys) async throws -> DatabaseKeys.Secret
    ) async throws(HeraldError) -> ExitStatus {
        try settings.checkDatabase(database)
        let secret = try await DatabaseKeys.open(database, body)
        StandardStreams.output((settings.has(CommandTable.json) ? secret.json.text : secret.text) + "\n")
        return .done
    }

    /// Keys of a database that must be there: to list or revoke in a new one is a slip in its name.
    private func existing<Result: Sendable>(
        _ database: String,
        _ body: (DatabaseKeys) async throws -> Result
    ) async throws(HeraldError) -> Result {
        try Settings.checkExists(database)
        return try await DatabaseKeys.open(database, body)
    }

    private func rights() throws(HeraldError) -> [String]? {
        guard let text = settings.value(CommandTable.rights) else { return nil }
        let names = text.split(separator: ",").map(String.init)
        for name in names where !DatabaseKeys.rightNames.contains(name) {
            throw HeraldError(
                .usage,
                "\(settings.invocation.spelling(of: CommandTable.rights)): there is no right \"\(name)\"",
                hint: Suggestion.hint(for: name, among: DatabaseKeys.rightNames)
            )
        }
        return names
    }

    private func seconds() throws(HeraldError) -> Int64? {
        let given = try settings.value(CommandTable.expires) { text throws(HeraldError) in
            try Quantity.duration(text).components.seconds
        }
        guard let given else { return nil }
        guard DatabaseKeys.tokenSeconds.contains(given) else {
            throw HeraldError(
                .usage,
                "\(settings.invocation.spelling(of: CommandTable.expires)): a token is good for 1s to 8784h"
            )
        }
        return given
    }

    private static func table(_ entries: [JSON]) -> String {
        let rows =
            [["ID", "KIND", "RIGHTS", "CREATED", "STATE", "LABEL"]]
            + entries.map { entry in
                let rights = (entry["rights"].array ?? []).compactMap(\.string)
                return [
                    entry["id"].string ?? "", entry["kind"].string ?? "",
                    rights == DatabaseKeys.rightNames ? "all" : rights.joined(separator: ","),
                    WireTime.iso8601(milliseconds: (entry["createdAt"].int ?? 0) * 1000),
                    entry["revokedAt"].isNull ? "good" : "revoked", VisibleText.line(entry["label"].string ?? ""),
                ]
            }
        return TextTable.lines(rows).map { $0 + "\n" }.joined()
    }
}
