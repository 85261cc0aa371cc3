internal import CHeraldPlugin

/// The host struct and its tables, which stay valid until `destroy`.
///
/// They never change, and every function in them may be called from any thread: that makes `@unchecked Sendable` true.
final class HostLink: @unchecked Sendable {
    let host: UnsafePointer<herald_host>
    private let services: [String: UnsafePointer<herald_host_service_v1>]
    let events: UnsafePointer<herald_host_events_v1>?
    let time: UnsafePointer<herald_host_time_v1>?

    init(_ host: UnsafePointer<herald_host>) {
        self.host = host
        func find(_ id: String) -> UnsafeRawPointer? {
            ABI.lend(id) { host.pointee.find?(host.pointee.ctx, $0) ?? nil }
        }
        var services: [String: UnsafePointer<herald_host_service_v1>] = [:]
        for name in ["http", "server", "websocket", "effects", "store", "callbacks", "progress", "download"] {
            services[name] = find("herald.host.\(name)/1")?.assumingMemoryBound(to: herald_host_service_v1.self)
        }
        self.services = services
        events = find("herald.host.events/1")?.assumingMemoryBound(to: herald_host_events_v1.self)
        time = find("herald.host.time/1")?.assumingMemoryBound(to: herald_host_time_v1.self)
    }

    var context: UnsafeMutableRawPointer? { host.pointee.ctx }

    func log(_ level: LogLevel, _ message: String) {
        let number =
            switch level {
            case .debug: HERALD_LOG_DEBUG
            case .info: HERALD_LOG_INFO
            case .warning: HERALD_LOG_WARNING
            case .error: HERALD_LOG_ERROR
            }
        ABI.lend(message) { host.pointee.log?(context, Int32(number), $0) }
    }

    func finish(_ call: herald_call, _ outcome: Result<JSON, HeraldError>) {
        switch outcome {
        case .success(let json):
            ABI.lend(json.text) { _ = host.pointee.finish?(context, call, ABI.ok, $0, nil) }
        case .failure(let error):
            ABI.lend(error) { lent in
                _ = host.pointee.finish?(context, call, ABI.status(of: error), herald_str(), lent)
            }
        }
    }

    func emit(_ session: herald_session, _ name: String, _ json: JSON) {
        ABI.lend(name) { name in
            ABI.lend(json.text) { json in _ = events?.pointee.emit?(context, session, name, json) }
        }
    }

    func service(_ name: String) throws(HeraldError) -> UnsafePointer<herald_host_service_v1> {
        guard let service = services[name] else {
            throw HeraldError(.unsupported, "this host does not offer herald.host.\(name)/1")
        }
        return service
    }
}
