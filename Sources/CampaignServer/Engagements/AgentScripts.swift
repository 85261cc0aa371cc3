import Storage
import Values

/// The agents of a server, each loaded when it is first needed.
actor AgentScripts {
    private let folder: String?
    private let clock: any HeraldClock
    private let random: any RandomSource
    private let log: LogSink
    private var loading: [String: Task<Result<AgentScript, HeraldError>, Never>] = [:]

    /// Takes the folder of the scripts; without one there are no agents.
    init(folder: String?, clock: any HeraldClock, random: any RandomSource, log: @escaping LogSink) {
        self.folder = folder
        self.clock = clock
        self.random = random
        self.log = log
    }

    /// The agent of that name.
    ///
    /// - Throws: ``HeraldError`` with `not_found`, or what is wrong with the script; a later call tries again.
    func agent(_ name: String) async throws(HeraldError) -> AgentScript {
        guard let folder, Self.isName(name) else { throw HeraldError(.notFound, "there is no agent \(name)") }
        let task = loading[name] ?? start(name, folder)
        loading[name] = task
        let result = await task.value
        if case .failure = result, loading[name] == task { loading[name] = nil }
        return try result.get()
    }

    /// Ends all agents.
    func close() async {
        let all = loading.values
        loading = [:]
        for task in all { if case .success(let agent) = await task.value { await agent.close() } }
    }

    private func start(_ name: String, _ folder: String) -> Task<Result<AgentScript, HeraldError>, Never> {
        let (clock, random, log) = (clock, random, log)
        return Task {
            do throws(HeraldError) {
                return .success(
                    try await AgentScript.load(name, folder: folder, clock: clock, random: random, log: log)
                )
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whether the text is a plain file name; it comes from authoring files and from requests.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
