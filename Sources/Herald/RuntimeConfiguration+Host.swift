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
        host.allowsOverride = allowsOverride
        host.environment = environment
        host.downloads = downloadsDirectory
        host.variables = environmentVariables
        host.scriptLibraries = scriptLibraries
        host.stateDirectory = stateDirectory
        host.isInterruptedBySignal = interruption == .signal
        host.backstop = backstop.host
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
        search.stateDirectory = stateDirectory
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

extension Runtime.Backstop {
    fileprivate var host: HostBackstop? {
        switch self {
        case .off: nil
        case .exitProcess:
            HostBackstop(grace: .seconds(2)) { place in
                let text = Array("error[time_limit]: a script could not be stopped\n".utf8) + Self.line(place)
                _ = text.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                _exit(124)
            }
        case .call(let grace, let action): HostBackstop(grace: grace, action: action)
        }
    }

    private static func line(_ place: SourcePlace?) -> [UInt8] { place.map { Array("  --> \($0)\n".utf8) } ?? [] }
}

extension Permissions {
    fileprivate var grant: HostGrant {
        var grant = HostGrant()
        grant.allow(.net, allowNet)
        grant.deny(.net, denyNet)
        grant.allow(.open, allowOpen)
        grant.deny(.open, denyOpen)
        grant.allow(.env, allowEnvironment)
        grant.deny(.env, denyEnvironment)
        grant.allow(.read, allowRead)
        grant.deny(.read, denyRead)
        grant.allow(.write, allowWrite)
        grant.deny(.write, denyWrite)
        return grant
    }
}
