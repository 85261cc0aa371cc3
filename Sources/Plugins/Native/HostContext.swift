internal import CHeraldPlugin
import Values

/// The host as one plugin sees it: what stands behind `herald_host.ctx`.
///
/// It is never freed, since the library stays loaded and a thread of it may call late; after the stop it only says no.
final class HostContext: Sendable {
    let pluginID: String
    let permissions: PluginPermissions
    let services: any PluginServices
    let clock: any HeraldClock
    let log: LogSink
    let calls = CallTable()
    let sessions = SessionTable()
    let requests = WorkTable()
    let timers = WorkTable()
    let faults: FaultWatch
    /// Whoever enters the plugin outside of a call: cancel, reply, fire; closed before `destroy`.
    let sideDoor = CallGate(limit: .max)
    private let stopping = Lock(false)

    init(
        pluginID: String,
        permissions: PluginPermissions,
        services: any PluginServices,
        clock: any HeraldClock,
        log: @escaping LogSink,
        faults: FaultWatch
    ) {
        self.pluginID = pluginID
        self.permissions = permissions
        self.services = services
        self.clock = clock
        self.log = log
        self.faults = faults
    }

    /// Whether new requests are refused.
    var isStopping: Bool { stopping.withLock { $0 } }

    func beginStopping() { stopping.withLock { $0 = true } }

    func note(_ level: LogLevel, _ message: String) { log(level, "plugin \(pluginID): \(message)") }

    /// Tells of a breach of the contract and counts it.
    func fault(_ fault: PluginFault) {
        let line = "fault \(fault.kind.rawValue): \(fault.message)"
        // It is not called any more, and has all it needs to know.
        if isStopping { return note(.warning, line) }
        switch faults.take(fault, at: clock.monotonicMilliseconds) {
        case .known: return
        case .noted: note(.warning, line)
        case .quarantined(let reason):
            note(.warning, line)
            note(.error, "\(reason.message); \(reason.hint ?? "")")
        }
    }

    /// Whether the plugin waits for something of the host.
    var isAwaited: Bool { !requests.isEmpty || !timers.isEmpty }

    /// The host struct that the plugin gets; it and this object stay for the life of the process.
    func makeHost() -> UnsafePointer<herald_host> {
        let host = UnsafeMutablePointer<herald_host>.allocate(capacity: 1)
        host.initialize(
            to: herald_host(
                size: UInt32(MemoryLayout<herald_host>.size),
                abi_major: HERALD_ABI_MAJOR,
                abi_minor: HERALD_ABI_MINOR,
                ctx: Unmanaged.passRetained(self).toOpaque(),
                log: { HostContext.from($0)?.takeLog($1, $2) },
                find: { HostContext.from($0)?.find($1) },
                finish: { HostContext.from($0)?.finish($1, $2, $3, $4) ?? ContractStatus.input }
            )
        )
        return UnsafePointer(host)
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> HostContext? {
        context.map { Unmanaged<HostContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeLog(_ level: Int32, _ message: herald_str) {
        guard let bytes = ContractText.bytes(message) else {
            return fault(PluginFault(.badText, "a log line of \(message.len) bytes cannot be read"))
        }
        note(LogLevel(contract: level), String(decoding: bytes, as: UTF8.self))
    }

    private func find(_ id: herald_str) -> UnsafeRawPointer? {
        guard let id = ContractText.string(id) else {
            fault(PluginFault(.badText, "the id of an interface cannot be read"))
            return nil
        }
        return HostTables.find(id)
    }

    private func finish(
        _ id: herald_call,
        _ status: herald_status,
        _ result: herald_str,
        _ error: UnsafePointer<herald_error>?
    ) -> herald_status {
        guard let call = calls.take(id) else {
            drop(id)
            return ContractStatus.input
        }
        let outcome: Result<JSON, HeraldError>
        switch status {
        case ContractStatus.ok:
            do {
                outcome = .success(result.len == 0 ? .null : try ContractText.json(result))
            } catch {
                outcome = failure(.badResult(error))
            }
        case ..<0: outcome = .failure(ContractStatus.error(status, error))
        default: outcome = failure(PluginFault(.badStatus, "the plugin finished with the status \(status)"))
        }
        return call.promise.resolve(outcome) ? ContractStatus.ok : ContractStatus.input
    }

    private func failure(_ fault: PluginFault) -> Result<JSON, HeraldError> {
        self.fault(fault)
        return .failure(fault.error)
    }

    /// A finish that counts for nothing: late, again, or for a call that never was.
    private func drop(_ id: herald_call) {
        if calls.wasAbandoned(id) {
            note(.debug, "the finish of call \(id) is dropped: the host no longer waits for it")
        } else if ContractNumber.wasGiven(id) {
            fault(PluginFault(.finishedTwice, "the finish of call \(id) is dropped: it has ended"))
        } else {
            fault(PluginFault(.unknownCall, "the finish of call \(id) is dropped: there never was one"))
        }
    }
}
