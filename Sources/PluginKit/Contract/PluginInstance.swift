internal import CHeraldPlugin

/// One plugin as one host created it.
final class PluginInstance: Sendable {
    /// What the author wrote.
    enum Body: Sendable {
        case action(any ActionPlugin)
        case channel(any ChannelPlugin)
    }

    let body: Body
    let link: HostLink
    let work = PluginWork()
    let sessions = Lock<[herald_session: any ChannelSession]>([:])
    private let settings = Lock(HostSettings())

    init(_ body: Body, host: UnsafePointer<herald_host>) {
        self.body = body
        link = HostLink(host)
    }

    static func from(_ instance: UnsafeMutableRawPointer?) -> PluginInstance? {
        instance.map { Unmanaged<PluginInstance>.fromOpaque($0).takeUnretainedValue() }
    }

    func host(call: herald_call, session: herald_session = 0) -> Host {
        Host(link: link, work: work, settings: settings.withLock { $0 }, call: call, session: session)
    }

    func start(_ config: herald_str, _ out: UnsafePointer<herald_out>?) -> herald_status {
        do throws(HeraldError) {
            let read = HostSettings(try ABI.json(config))
            settings.withLock { $0 = read }
            return ABI.ok
        } catch {
            return Self.answer(.failure(error), out)
        }
    }

    /// Cancels everything and waits until it has ended, or the grace is over.
    func stop(graceMilliseconds: UInt32) -> herald_status {
        let isDone = work.stop(graceMilliseconds: graceMilliseconds)
        sessions.withLock { $0 = [:] }
        return isDone ? ABI.ok : herald_status(HERALD_E_TIMEOUT)
    }

    func find(_ id: herald_str) -> UnsafeRawPointer? {
        switch (ABI.string(id), body) {
        case ("herald.action/1", .action): UnsafeRawPointer(PluginTables.action.address)
        case ("herald.channel/1", .channel): UnsafeRawPointer(PluginTables.channel.address)
        default: nil
        }
    }

    func cancel(_ call: herald_call) { work.cancel(call) }

    /// Starts `body` on this thread and answers at once when it does not wait.
    func run(
        _ call: herald_call,
        _ out: UnsafePointer<herald_out>?,
        _ body: @escaping @Sendable () async throws -> JSON
    ) -> herald_status {
        let record = CallRecord(id: call, link: link)
        guard work.begin(record) else {
            return Self.answer(.failure(HeraldError(.cancelled, "the plugin is stopping")), out)
        }
        let task = Task.immediate { [work] in
            let outcome: Result<JSON, HeraldError>
            do {
                outcome = .success(try await body())
            } catch {
                outcome = .failure(HeraldError(error))
            }
            record.finish(outcome)
            work.end(record)
        }
        guard let answer = record.leave(running: task) else { return ABI.pending }
        return Self.answer(answer, out)
    }

    static func answer(_ outcome: Result<JSON, HeraldError>, _ out: UnsafePointer<herald_out>?) -> herald_status {
        switch outcome {
        case .success(let json):
            if let out { ABI.lend(json.text) { out.pointee.result?(out.pointee.ctx, $0) } }
            return ABI.ok
        case .failure(let error):
            if let out {
                ABI.lend(error) { out.pointee.error?(out.pointee.ctx, $0) }
            }
            return ABI.status(of: error)
        }
    }
}
