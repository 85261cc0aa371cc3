internal import EmbeddedServer
internal import Glibc
internal import LuaModules
internal import Values

// The facade's configuration as the host below takes it.
extension Runtime.Configuration {
    var host: HostConfiguration {
        var host = HostConfiguration(server: start)
        if case .remote(let url, _, _) = server.place { host.remoteURL = url }
        host.user = user
        host.token = token
        host.plugins = foundPlugins
        host.grant = permissions.grant
        host.environment = environment
        host.variables = environmentVariables
        host.scriptLibraries = scriptLibraries
        host.output = output
        host.log = log
        return host
    }

    /// What is found in the places that this configuration names.
    var foundPlugins: FoundPlugins {
        var search = PluginSearch()
        search.named = pluginDirectories
        search.usesStandardPlaces = plugins == .shipped
        search.variables = environmentVariables
        search.workingDirectory = Self.workingDirectory
        return search.find()
    }

    private var start: @Sendable () async throws(HeraldError) -> RunningServer {
        let log = log
        switch server.place {
        case .remote(let url, let apiKey, let adminKey):
            return { () async throws(HeraldError) in
                RunningServer(url: try NetworkURL.server(url).text, apiKey: apiKey, adminKey: adminKey)
            }
        case .embedded(let campaigns, let database):
            return { () async throws(HeraldError) in
                var configuration = EmbeddedServer.Configuration()
                configuration.campaigns = campaigns
                configuration.database = database
                configuration.log = log
                if campaigns == nil, database == nil {
                    log(.warning, "the server in this process is empty: no campaigns folder was found or named")
                }
                let server = try await EmbeddedServer.start(configuration)
                return RunningServer(
                    url: server.url,
                    apiKey: server.embedKey,
                    adminKey: server.adminKey,
                    user: server.firstUser,
                    stop: { await server.shutDown() }
                )
            }
        }
    }

    private static var workingDirectory: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}

extension Permissions {
    fileprivate var grant: HostGrant {
        var grant = HostGrant()
        grant.allow(.net, allowNet)
        grant.deny(.net, denyNet)
        grant.allow(.open, allowOpen)
        grant.deny(.open, denyOpen)
        grant.allow(.env, allowEnvironment)
        return grant
    }
}
