internal import Plugins
internal import Scripting
internal import Values

/// A plugin in Lua that is loaded: its calls go to the newest version of its files that loads.
///
/// A call that began on an older version ends there. What does not load leaves the version before in place and is logged
/// once; so does nobody wait for a file that is being written.
final class LuaPlugin: Sendable {
    /// One state with the functions of its actions; closed when it was replaced and its last call has ended.
    final class Version: Sendable {
        let functions: [String: LuaFunction]
        private let state: ScriptState
        private let ended: @Sendable (ScriptState) -> Void

        init(_ state: ScriptState, _ functions: [String: LuaFunction], ended: @escaping @Sendable (ScriptState) -> Void)
        {
            self.state = state
            self.functions = functions
            self.ended = ended
        }

        deinit { ended(state) }
    }

    /// Loads what the files hold now and notes them; any task.
    typealias Load = @Sendable (ScriptFiles) async throws(HeraldError) -> Version

    private struct Content {
        var version: Version
        var files: ScriptFiles
        var nextLook: Int64
        var isLooking = false
    }

    /// Files are looked at this often at most: a look takes longer than a call.
    static let lookInterval: Int64 = 250

    private let record: PluginRecord
    private let load: Load
    private let clock: any HeraldClock
    private let log: LogSink
    private let content: Lock<Content>

    /// Loads the plugin for the first time.
    ///
    /// - Throws: what keeps it from loading.
    init(
        _ record: PluginRecord,
        path: String,
        clock: any HeraldClock,
        log: @escaping LogSink,
        load: @escaping Load
    ) async throws(HeraldError) {
        self.record = record
        self.load = load
        self.clock = clock
        self.log = log
        let files = ScriptFiles(path)
        let version = try await load(files)
        content = Lock(
            Content(version: version, files: files, nextLook: clock.monotonicMilliseconds + Self.lookInterval)
        )
    }

    /// Performs an action.
    func perform(_ type: String, _ action: JSON, _ context: JSON) async throws -> JSON {
        let now = clock.monotonicMilliseconds
        var (version, isDue) = content.withLock { ($0.version, now >= $0.nextLook) }
        if isDue {
            await refresh()
            version = content.withLock { $0.version }
        }
        // Until the call has ended, the state stays.
        defer { withExtendedLifetime(version) {} }
        guard let function = version.functions[type] else {
            throw HeraldError(.pluginFault, "\(record.id): there is no function \"\(type)\"")
        }
        return try await function.call([action, context], as: JSON?.self) ?? .null
    }

    private func refresh() async {
        let now = clock.monotonicMilliseconds
        let files = content.withLock { content -> ScriptFiles? in
            guard !content.isLooking, now >= content.nextLook else { return nil }
            content.isLooking = true
            return content.files
        }
        guard let files else { return }
        // Not the caller's: it may be cancelled, and what loading does is not its effect.
        await Task.detached { await self.look(files) }.value
        let next = clock.monotonicMilliseconds + Self.lookInterval
        content.withLock { content in
            content.isLooking = false
            content.nextLook = next
        }
    }

    private func look(_ files: ScriptFiles) async {
        let changes = try? await BlockingWork.run { () throws(HeraldError) in files.changes() }
        guard let changes, let first = changes.first, let path = record.entryPath else { return }
        let fresh = ScriptFiles(path)
        do throws(HeraldError) {
            let version = try await load(fresh)
            log(.info, "plugin \(record.id): loaded anew, \(first) changed")
            let old = content.withLock { content -> Version in
                defer { content.version = version }
                content.files = fresh
                return content.version
            }
            // Here rather than under the lock: it may be the last reference.
            withExtendedLifetime(old) {}
        } catch {
            // What was looked for in vain may appear, so the files of the attempt are those to look at.
            content.withLock { $0.files = fresh }
            log(.error, "plugin \(record.id) goes on as it was: \(error)")
        }
    }
}
