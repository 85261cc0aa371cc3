internal import Glibc
internal import Herald
internal import Values

/// The program: a command line in, an exit status out.
struct Program: Sendable {
    static let version = "0.1.0"

    let environment: [String: String]

    func main(_ words: [String]) async -> Int32 {
        let denied = CommandLineParser.deniesColor(words, environment: environment)
        let color = StandardStreams.wantsColor(environment, denied: denied)
        do throws(HeraldError) {
            let invocation = try CommandLineParser.parse(words, environment: environment)
            let status = try await perform(invocation)
            if status == .done, let loss = StandardStreams.loss { throw loss }
            return status.rawValue
        } catch {
            ErrorReport.show(error, color: color)
            return ExitStatus(error).rawValue
        }
    }

    private func perform(_ invocation: Invocation) async throws(HeraldError) -> ExitStatus {
        switch invocation.request {
        case .help:
            StandardStreams.output(invocation.verb.isEmpty ? HelpText.overview() : HelpText.page(for: invocation.verb))
            return .done
        case .version:
            StandardStreams.output("herald \(Self.version)\n")
            return .done
        case .perform: break
        }
        let settings = try Settings(invocation, environment)
        switch invocation.verb {
        case "run": return try await RunCommand(settings: settings).perform()
        case "serve": return try await ServeCommand(settings: settings).perform()
        case "check": return await CheckCommand(settings: settings).perform()
        case "render": return try await RenderCommand(settings: settings).perform()
        case "action": return try await ActionCommand(settings: settings).perform()
        case "backup": return try await BackupCommand(settings: settings).perform()
        case "campaigns": return try await CampaignsCommand(settings: settings).perform()
        case "keys": return try await KeysCommand(settings: settings).perform()
        default: return try PluginsCommand(settings: settings).perform()
        }
    }
}
