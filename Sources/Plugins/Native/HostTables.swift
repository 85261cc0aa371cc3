internal import CHeraldPlugin
import Values

/// The tables of the host's interfaces; one of each for the life of the process.
enum HostTables {
    /// A table that never changes and is never freed.
    private struct Table: @unchecked Sendable {
        let address: UnsafeRawPointer

        init<Contents>(_ contents: Contents) {
            let place = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
            place.initialize(to: contents)
            address = UnsafeRawPointer(place)
        }
    }

    /// The table of an interface of the host; `nil` when there is none by that id.
    static func find(_ id: String) -> UnsafeRawPointer? { tables[id]?.address }

    private static let tables: [String: Table] = {
        var tables = [
            HERALD_HOST_EVENTS: events,
            HERALD_HOST_TIME: time,
        ]
        for service in HostService.allCases {
            tables["herald.host.\(service.rawValue)/1"] = Table(
                herald_host_service_v1(
                    size: UInt32(MemoryLayout<herald_host_service_v1>.size),
                    request: request(of: service),
                    cancel: { HostContext.from($0)?.cancelRequest($1) ?? ContractStatus.input }
                )
            )
        }
        return tables
    }()

    private static let events = Table(
        herald_host_events_v1(
            size: UInt32(MemoryLayout<herald_host_events_v1>.size),
            emit: { HostContext.from($0)?.emit($1, $2, $3) ?? ContractStatus.input }
        )
    )

    private static let time = Table(
        herald_host_time_v1(
            size: UInt32(MemoryLayout<herald_host_time_v1>.size),
            wall_ms: { HostContext.from($0)?.clock.wallMilliseconds ?? 0 },
            monotonic_ms: { HostContext.from($0)?.clock.monotonicMilliseconds ?? 0 },
            after: { HostContext.from($0)?.startTimer($1, $2, $3, $4, $5) ?? ContractStatus.input },
            cancel: { HostContext.from($0)?.cancelTimer($1) ?? ContractStatus.input }
        )
    )

    private typealias Request =
        @convention(c) (
            UnsafeMutableRawPointer?, herald_call, herald_str, herald_str, herald_str, herald_reply?,
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt64>?
        ) -> herald_status

    /// A C function captures nothing, so each service has its own.
    private static func request(of service: HostService) -> Request {
        switch service {
        case .http: { HostContext.from($0)?.request(.http, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .server: { HostContext.from($0)?.request(.server, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .websocket:
            { HostContext.from($0)?.request(.websocket, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .effects: { HostContext.from($0)?.request(.effects, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .store: { HostContext.from($0)?.request(.store, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .callbacks:
            { HostContext.from($0)?.request(.callbacks, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .progress: { HostContext.from($0)?.request(.progress, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        case .download: { HostContext.from($0)?.request(.download, $1, $2, $3, $4, $5, $6, $7) ?? ContractStatus.input }
        }
    }
}
