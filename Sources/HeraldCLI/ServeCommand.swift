internal import EmbeddedServer
internal import Glibc
internal import Herald
internal import Values

/// `herald serve`.
struct ServeCommand: Sendable {
    let settings: Settings

    func perform() async throws(HeraldError) -> ExitStatus {
        HeapPolicy.keepFreed()
        var configuration = EmbeddedServer.Configuration()
        configuration.database = settings.value(CommandTable.database)
        configuration.campaigns = settings.value(CommandTable.campaigns)
        (configuration.host, configuration.port) = try settings.listenAddress()
        configuration.retention = try settings.value(CommandTable.retention, Quantity.duration)
        configuration.log = settings.log
        let (started, early) = await Interruption.run { [configuration] () async throws(HeraldError) in
            try await EmbeddedServer.start(configuration)
        }
        if let early {
            if case .success(let server) = started { await server.shutDown() }
            return early
        }
        let server = try Self.judged(started)
        let keys = LocalKeys(embedKey: server.embedKey, adminKey: server.adminKey)
        let kept: String?
        do throws(HeraldError) {
            kept = try settings.stateDirectory.flatMap { directory throws(HeraldError) in
                try keys.write(for: server.url, in: directory)
            }
        } catch {
            await server.shutDown()
            throw error
        }
        StandardStreams.output(server.url + "\n")
        if !settings.has(CommandTable.quiet) {
            StandardStreams.error("serving; stop with Ctrl-C\n")
            if let kept { StandardStreams.error("keys for herald run --server: \(kept)\n") }
        }
        let (_, signal) = await Interruption.run { () async throws(HeraldError) in
            await Pause.untilCancelled()
        }
        if let kept { unlink(kept) }
        await server.shutDown()
        return signal ?? .done
    }

    /// Whatever keeps a server from starting is its configuration.
    private static func judged(_ start: Result<EmbeddedServer, HeraldError>) throws(HeraldError) -> EmbeddedServer {
        do throws(HeraldError) {
            return try start.get()
        } catch {
            var error = error
            if ExitStatus(error) != .usage { error.code = .usage }
            throw error
        }
    }
}

extension Settings {
    /// Where a server listens.
    func listenAddress() throws(HeraldError) -> (host: String, port: UInt16) {
        let text = value(CommandTable.listen) ?? "127.0.0.1:8787"
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw HeraldError(
                .usage,
                "\(invocation.spelling(of: CommandTable.listen)) is \"\(text)\"",
                hint: "write HOST:PORT, for example 127.0.0.1:8787"
            )
        }
        let host = String(text[..<colon])
        return (host.isEmpty ? "127.0.0.1" : host, port)
    }
}

/// Waiting for nothing but the end.
enum Pause {
    static func untilCancelled() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
    }
}
