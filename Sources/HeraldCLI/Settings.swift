internal import Herald
internal import Values

/// An invocation's flags as typed values; every flag is judged here, before anything starts.
struct Settings: Sendable {
    let invocation: Invocation
    let environment: [String: String]
    let color: Bool
    let logLevel: LogLevel
    let stateDirectory: String?

    init(_ invocation: Invocation, _ environment: [String: String]) throws(HeraldError) {
        self.invocation = invocation
        self.environment = environment
        color = StandardStreams.wantsColor(environment, denied: invocation.has(CommandTable.noColor))
        stateDirectory = invocation.value(of: CommandTable.stateDirectory) ?? LocalKeys.defaultDirectory(environment)
        let level = invocation.value(of: CommandTable.logLevel) ?? "warning"
        guard let known = LogLevel(rawValue: level) else {
            let names = LogLevel.allCases.map(\.rawValue)
            throw HeraldError(
                .usage,
                "\(invocation.spelling(of: CommandTable.logLevel)): unknown log level \"\(level)\"",
                hint: Suggestion.hint(for: level, among: names)
            )
        }
        logLevel = known
        try FlagRules.check(invocation)
    }

    func value(_ flag: Flag) -> String? { invocation.value(of: flag) }
    func has(_ flag: Flag) -> Bool { invocation.has(flag) }

    /// A flag's value read by a rule of `Values`, whose refusal becomes a usage error naming the flag.
    func value<Value>(
        _ flag: Flag,
        _ read: (String) throws(HeraldError) -> Value
    ) throws(HeraldError) -> Value? {
        guard let text = value(flag) else { return nil }
        do throws(HeraldError) {
            return try read(text)
        } catch {
            throw HeraldError(.usage, "\(invocation.spelling(of: flag)): \(error.message)", hint: error.hint)
        }
    }

    var log: LogSink {
        let threshold = logLevel
        let quiet = has(CommandTable.quiet)
        let color = color
        return { level, message in
            guard !quiet, level <= threshold else { return }
            StandardStreams.error(LogLine.text(level, message, color: color))
        }
    }

    var permissions: Permissions {
        var permissions = Permissions()
        permissions.allowNet = invocation.values(of: CommandTable.allowNet)
        permissions.denyNet = invocation.values(of: CommandTable.denyNet)
        permissions.allowOpen = invocation.values(of: CommandTable.allowOpen)
        permissions.denyOpen = invocation.values(of: CommandTable.denyOpen)
        permissions.allowEnvironment = invocation.values(of: CommandTable.allowEnvironment)
        permissions.denyEnvironment = invocation.values(of: CommandTable.denyEnvironment)
        permissions.allowRead = invocation.values(of: CommandTable.allowRead)
        permissions.denyRead = invocation.values(of: CommandTable.denyRead)
        permissions.allowWrite = invocation.values(of: CommandTable.allowWrite)
        permissions.denyWrite = invocation.values(of: CommandTable.denyWrite)
        return permissions
    }

    /// Real effects where there is a desktop, recorded ones elsewhere, unless `--effects` says.
    func hostEnvironment() throws(HeraldError) -> (any HostEnvironment)? {
        let spelling = invocation.spelling(of: CommandTable.effects)
        switch value(CommandTable.effects) {
        case "record": return nil
        case nil: return DesktopEnvironment(environment)
        case "real":
            guard let desktop = DesktopEnvironment(environment) else {
                throw HeraldError(
                    .usage,
                    "\(spelling) real needs a desktop session and xdg-open",
                    hint: "install xdg-utils, or use --effects record"
                )
            }
            return desktop
        case let other?:
            throw HeraldError(.usage, "\(spelling) is \"\(other)\"", hint: "it takes real or record")
        }
    }

    /// Where files go; nowhere when effects are only recorded.
    private func downloads(isDesktop: Bool) -> String? {
        if value(CommandTable.effects) == "record" { return nil }
        if let named = value(CommandTable.downloads) { return named }
        guard isDesktop else { return nil }
        if let folder = environment["XDG_DOWNLOAD_DIR"], folder.hasPrefix("/") { return folder }
        return environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/Downloads" : nil }
    }

    /// The runtime's configuration; `campaigns` is the authoring folder for a server in this process when no flag names
    /// one.
    func runtimeConfiguration(campaigns: String?) throws(HeraldError) -> Runtime.Configuration {
        var configuration = Runtime.Configuration()
        configuration.plugins = .shipped
        configuration.pluginDirectories = invocation.values(of: CommandTable.plugin)
        configuration.user = value(CommandTable.user)
        configuration.token = value(CommandTable.token)
        configuration.permissions = permissions
        configuration.allowsOverride = has(CommandTable.allowOverride)
        configuration.stateDirectory = stateDirectory
        configuration.environment = try hostEnvironment()
        configuration.downloadsDirectory = downloads(isDesktop: configuration.environment != nil)
        configuration.log = log
        configuration.interruption = .signal
        configuration.server = try server(campaigns: value(CommandTable.campaigns) ?? campaigns)
        configuration.environmentVariables = environment
        return configuration
    }

    /// A runtime, with every plugin loaded where that is wanted.
    func start(_ configuration: Runtime.Configuration) async throws(HeraldError) -> Runtime {
        let runtime = try await Runtime(configuration: configuration)
        if has(CommandTable.eager) { await runtime.loadPlugins() }
        return runtime
    }

    private func server(campaigns: String?) throws(HeraldError) -> Runtime.Server {
        guard let url = value(CommandTable.server) else {
            for flag in [CommandTable.apiKey, CommandTable.token, CommandTable.adminKey] where has(flag) {
                let spelling = invocation.spelling(of: flag)
                throw HeraldError(.usage, "\(spelling) needs --server", hint: "name the server that issued it")
            }
            return .embedded(campaigns: campaigns)
        }
        do throws(HeraldError) {
            _ = try URLGate.check(url, schemes: ["https", "http"])
        } catch {
            let reason = error.code == .denied ? "a campaign server has an http or https URL" : error.message
            let spelling = invocation.spelling(of: CommandTable.server)
            throw HeraldError(.usage, "\(spelling): \(reason)", hint: "write it like http://127.0.0.1:8787")
        }
        let local = try stateDirectory.flatMap { directory throws(HeraldError) in
            try LocalKeys.read(for: url, in: directory)
        }
        return .remote(
            url,
            apiKey: value(CommandTable.apiKey) ?? local?.embedKey,
            adminKey: value(CommandTable.adminKey) ?? local?.adminKey
        )
    }
}
