internal import Campaigns
internal import Scripting
internal import Values

// How a script's `connect` finds server, keys and user: what it names itself, then what the host was given.
extension RuntimeHost {
    func connect(_ options: HeraldModule.ConnectOptions, _ scope: RunScope) async throws(HeraldError) -> AppObject {
        let running = try await server(named: options.server, apiKey: options.apiKey, adminKey: nil)
        // The token that the host was given is one user's at one server.
        let isOwn = options.server.map(isRemote) ?? true
        let owner = isOwn && options.token == nil ? try await tokenOwner(at: running) : nil
        var named = options.user ?? configuration.user
        if named == nil, let token = options.token {
            named = try await self.owner(of: token, at: running)
        }
        guard let user = named ?? owner ?? running.user else {
            throw HeraldError(
                .invalidArgument,
                "no user to act as",
                hint: "pass user = \"…\" to herald.connect, or --user"
            )
        }
        let given = options.token ?? (owner == user ? configuration.token : nil)
        let token: String
        if let given {
            token = given
        } else {
            token = try await makeToken(for: user, at: running, owner: owner)
        }
        let credentials = Credentials(apiKey: running.apiKey, token: token)
        return AppObject(scope: scope, client: network.connect(to: running.url, credentials, log: log), user: user)
    }

    func adminClient(server url: String?, key: String?) async throws(HeraldError) -> CampaignClient {
        let running = try await server(named: url, apiKey: nil, adminKey: key)
        guard let adminKey = running.adminKey else {
            try await checkReachable(running)
            throw HeraldError(
                .unauthorized,
                "herald.admin() needs an admin key for \(running.url)",
                hint: "pass admin_key = \"…\", or --admin-key"
            )
        }
        return network.client(of: running.url, Credentials(adminKey: adminKey), log: log)
    }

    /// A server that is not there explains missing keys better than anything about keys: a local one leaves them.
    private func checkReachable(_ running: RunningServer) async throws(HeraldError) {
        _ = try await network.client(of: running.url, Credentials(), log: log).raw("GET", "/healthz")
    }

    /// Whose the token is that the host was given: what was said with it, else what the server says.
    private func tokenOwner(at running: RunningServer) async throws(HeraldError) -> String? {
        guard let token = configuration.token else { return nil }
        if let user = configuration.user { return user }
        return try await owner(of: token, at: running)
    }

    private func owner(of token: String, at running: RunningServer) async throws(HeraldError) -> String {
        let credentials = Credentials(apiKey: running.apiKey, token: token)
        return try await network.client(of: running.url, credentials, log: log).tokenOwner()
    }

    /// A token made with the admin key; `owner` is whose token the host was given, if any.
    private func makeToken(
        for user: String,
        at running: RunningServer,
        owner: String?
    ) async throws(HeraldError) -> String {
        guard let adminKey = running.adminKey else {
            try await checkReachable(running)
            if let owner {
                throw HeraldError(
                    .unauthorized,
                    "no token for the user \"\(user)\" at \(running.url): the one given with --token is of the user"
                        + " \"\(owner)\"",
                    hint: "the one of --token acts for that user alone: connect as \"\(owner)\", or pass token = \"…\""
                )
            }
            throw HeraldError(
                .unauthorized,
                "no token for the user \"\(user)\" at \(running.url)",
                hint: "pass token = \"…\" or --token; with --admin-key one is made"
            )
        }
        let client = network.client(of: running.url, Credentials(adminKey: adminKey), log: log)
        return try await client.mintToken(user: user).token
    }

    /// Whether a URL, in whatever spelling, is that of the host's server elsewhere.
    private func isRemote(_ url: String) -> Bool {
        guard let own = configuration.remoteURL.flatMap({ try? NetworkURL.server($0) }),
            let named = try? NetworkURL.server(url)
        else { return false }
        return named.origin == own.origin && named.folder == own.folder
    }

    /// The server that the script names, or the host's; the host's keys go to no other server.
    private func server(
        named url: String?,
        apiKey: String?,
        adminKey: String?
    ) async throws(HeraldError) -> RunningServer {
        var running: RunningServer
        if let url, !isRemote(url) {
            running = RunningServer(url: try NetworkURL.server(url).text, apiKey: nil, adminKey: nil)
        } else {
            running = try await startedServer()
        }
        running.apiKey = apiKey ?? running.apiKey
        running.adminKey = adminKey ?? running.adminKey
        return running
    }

    /// The host's server; a fault in a file that it reads at start is named in the message, since the script's line is
    /// where the error will be placed.
    private func startedServer() async throws(HeraldError) -> RunningServer {
        do throws(HeraldError) {
            return try await ownServer.running()
        } catch {
            var error = error
            if let place = error.place {
                error.message = "\(place): \(error.message)"
                error.place = nil
            }
            throw error
        }
    }
}
