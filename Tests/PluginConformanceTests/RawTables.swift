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
        "herald.host.http/1": service { RawHost.request($0, "http", text($2), text($3), $5, $6, $7) },
        "herald.host.server/1": service { RawHost.request($0, "server", text($2), text($3), $5, $6, $7) },
        "herald.host.websocket/1": service { RawHost.request($0, "websocket", text($2), text($3), $5, $6, $7) },
        "herald.host.effects/1": service { RawHost.request($0, "effects", text($2), text($3), $5, $6, $7) },
        "herald.host.callbacks/1": service { RawHost.request($0, "callbacks", text($2), text($3), $5, $6, $7) },
        "herald.host.events/1": Table(
            herald_host_events_v1(size: UInt32(MemoryLayout<herald_host_events_v1>.size), emit: { _, _, _, _ in 0 })
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
