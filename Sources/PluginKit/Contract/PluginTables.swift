internal import CHeraldPlugin

/// The interfaces of every plugin in Swift; one table of each for the life of the process.
enum PluginTables {
    static let action = table(
        herald_action_v1(
            size: UInt32(MemoryLayout<herald_action_v1>.size),
            check: { PluginInstance.from($0)?.check($1, $2, $3) ?? herald_status(HERALD_E_INPUT) },
            invoke: { PluginInstance.from($0)?.invoke($1, $2, $3, $4, $5) ?? herald_status(HERALD_E_INPUT) },
            cancel: { PluginInstance.from($0)?.cancel($1) }
        )
    )

    static let channel = table(
        herald_channel_v1(
            size: UInt32(MemoryLayout<herald_channel_v1>.size),
            open: { PluginInstance.from($0)?.open($1, $2, $3, $4, $5) ?? herald_status(HERALD_E_INPUT) },
            command: { PluginInstance.from($0)?.command($1, $2, $3, $4, $5) ?? herald_status(HERALD_E_INPUT) },
            close: { PluginInstance.from($0)?.close($1, $2, $3, $4) ?? herald_status(HERALD_E_INPUT) },
            cancel: { PluginInstance.from($0)?.cancel($1) }
        )
    )

    private static func table<Table>(_ contents: Table) -> SharedTable<Table> {
        let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        place.initialize(to: contents)
        return SharedTable(address: UnsafePointer(place))
    }
}
