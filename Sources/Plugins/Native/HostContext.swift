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
    /// Whoever enters the plugin outside of a call: cancel, reply, fire; closed before `destroy`.
    let sideDoor = CallGate(limit: .max)
    private let stopping = Lock(false)

    init(
        pluginID: String,
        permissions: PluginPermissions,
        services: any PluginServices,
        clock: any HeraldClock,
        log: @escaping LogSink
    ) {
        self.pluginID = pluginID
        self.permissions = permissions
        self.services = services
        self.clock = clock
        self.log = log
    }

    /// Whether new requests are refused.
    var isStopping: Bool { stopping.withLock { $0 } }

    func beginStopping() { stopping.withLock { $0 = true } }

    func note(_ level: LogLevel, _ message: String) { log(level, "plugin \(pluginID): \(message)") }

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
                find: { _, id in ContractText.string(id).flatMap(HostTables.find) },
                finish: { HostContext.from($0)?.finish($1, $2, $3, $4) ?? ContractStatus.input }
            )
        )
        return UnsafePointer(host)
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> HostContext? {
        context.map { Unmanaged<HostContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeLog(_ level: Int32, _ message: herald_str) {
        note(LogLevel(contract: level), ContractText.message(message))
    }

    private func finish(
        _ id: herald_call,
        _ status: herald_status,
        _ result: herald_str,
        _ error: UnsafePointer<herald_error>?
    ) -> herald_status {
        guard let call = calls.take(id) else {
            note(.debug, "finish of call \(id) dropped: it has ended, or there never was one")
            return ContractStatus.input
        }
        let outcome = Self.outcome(status, result, error)
        if case .failure(let error) = outcome, error.code == .pluginFault { note(.warning, error.message) }
        return call.promise.resolve(outcome) ? ContractStatus.ok : ContractStatus.input
    }

    private static func outcome(
        _ status: herald_status,
        _ result: herald_str,
        _ error: UnsafePointer<herald_error>?
    ) -> Result<JSON, HeraldError> {
        switch status {
        case ContractStatus.ok:
            do {
                return .success(result.len == 0 ? .null : try ContractText.json(result))
            } catch {
                return .failure(.badResult(error))
            }
        case ..<0: return .failure(ContractStatus.error(status, error))
        default: return .failure(HeraldError(.pluginFault, "the plugin finished with the status \(status)"))
        }
    }
}
