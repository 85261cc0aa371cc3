internal import Values

/// A campaign server that can be talked to, and the keys that it takes.
package struct RunningServer: Sendable {
    package var url: String
    package var apiKey: String?
    package var adminKey: String?
    /// User to act as when nobody said.
    package var user: String?
    /// Ends it, when this process started it.
    package var stop: @Sendable () async -> Void

    package init(
        url: String,
        apiKey: String?,
        adminKey: String?,
        user: String? = nil,
        stop: @escaping @Sendable () async -> Void = {}
    ) {
        self.url = url
        self.apiKey = apiKey
        self.adminKey = adminKey
        self.user = user
        self.stop = stop
    }
}

/// The server of a runtime, started when it is first needed and once only.
actor ServerSlot {
    typealias Start = @Sendable () async throws(HeraldError) -> RunningServer

    private let start: Start
    private var starting: Task<Result<RunningServer, HeraldError>, Never>?
    private var isClosed = false

    init(start: @escaping Start) { self.start = start }

    /// The server; a start that failed is tried again by the next call.
    func running() async throws(HeraldError) -> RunningServer {
        guard !isClosed else { throw HeraldError(.invalidState, "the runtime is shut down") }
        if let starting { return try await starting.value.get() }
        let start = start
        let task = Task { () async -> Result<RunningServer, HeraldError> in
            do throws(HeraldError) { return .success(try await start()) } catch { return .failure(error) }
        }
        starting = task
        let result = await task.value
        if case .failure = result, starting == task { starting = nil }
        return try result.get()
    }

    /// Stops what was started; safe to repeat.
    func close() async {
        isClosed = true
        guard let task = starting else { return }
        starting = nil
        if case .success(let server) = await task.value { await server.stop() }
    }
}
