import CHeraldPlugin

/// The host's interfaces for ``RawHost``.
enum RawTables {
    private struct Table: @unchecked Sendable {
        let address: UnsafeRawPointer

        init<Contents>(_ contents: Contents) {
            let place = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
            place.initialize(to: contents)
            address = UnsafeRawPointer(place)
        }
    }

    static func find(_ id: String) -> UnsafeRawPointer? { tables[id]?.address }

    private static let tables: [String: Table] = [
        HERALD_HOST_HTTP: service { RawHost.request($0, "http", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_SERVER: service { RawHost.request($0, "server", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_WEBSOCKET: service { RawHost.request($0, "websocket", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_EFFECTS: service { RawHost.request($0, "effects", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_STORE: service { RawHost.request($0, "store", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_CALLBACKS: service { RawHost.request($0, "callbacks", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_PROGRESS: service { RawHost.request($0, "progress", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_DOWNLOAD: service { RawHost.request($0, "download", text($2), text($3), $5, $6, $7) },
        HERALD_HOST_EVENTS: Table(
            herald_host_events_v1(size: UInt32(MemoryLayout<herald_host_events_v1>.size), emit: { _, _, _, _ in 0 })
        ),
        HERALD_HOST_TIME: Table(
            herald_host_time_v1(
                size: UInt32(MemoryLayout<herald_host_time_v1>.size),
                wall_ms: { _ in 1_767_225_600_000 },
                monotonic_ms: { _ in 1_000 },
                after: { context, _, _, fire, user, timer in
                    guard let host = RawHost.from(context), let fire else { return herald_status(HERALD_E_INPUT) }
                    guard let number = host.after(fire, user) else { return herald_status(HERALD_E_CANCELLED) }
                    timer?.pointee = number
                    return 0
                },
                cancel: { RawHost.from($0)?.cancel(timer: $1) ?? herald_status(HERALD_E_INPUT) }
            )
        ),
    ]

    private typealias Request =
        @convention(c) (
            UnsafeMutableRawPointer?, herald_call, herald_str, herald_str, herald_str, herald_reply?,
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt64>?
        ) -> herald_status

    private static func service(_ request: Request) -> Table {
        Table(
            herald_host_service_v1(
                size: UInt32(MemoryLayout<herald_host_service_v1>.size),
                request: request,
                cancel: { RawHost.from($0)?.cancel($1) ?? herald_status(HERALD_E_INPUT) }
            )
        )
    }

    private static func text(_ text: herald_str) -> String { RawHost.copy(text) }
}
