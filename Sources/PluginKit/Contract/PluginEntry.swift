internal import CHeraldPlugin

/// The entries that `heraldEntry` returns: one for each type, for the life of the process.
enum PluginEntry {
    /// An entry, which never changes and is never freed.
    private struct Shared: @unchecked Sendable {
        let address: UnsafeRawPointer
    }

    /// What `create` finds behind the entry, since a C function captures nothing.
    private final class Maker: Sendable {
        let make: @Sendable () -> PluginInstance.Body

        init(_ make: @escaping @Sendable () -> PluginInstance.Body) { self.make = make }
    }

    private static let entries = Lock<[ObjectIdentifier: Shared]>([:])

    static func entry(
        for type: Any.Type,
        id: String,
        version: String,
        make: @escaping @Sendable () -> PluginInstance.Body
    ) -> UnsafeRawPointer {
        entries.withLock { entries in
            if let known = entries[ObjectIdentifier(type)] { return known }
            let entry = UnsafeMutablePointer<herald_entry>.allocate(capacity: 1)
            entry.initialize(
                to: herald_entry(
                    magic: HERALD_MAGIC,
                    size: UInt32(MemoryLayout<herald_entry>.size),
                    abi_major: HERALD_ABI_MAJOR,
                    abi_minor: HERALD_ABI_MINOR,
                    id: text(id),
                    version: text(version),
                    payload: UnsafeRawPointer(Unmanaged.passRetained(Maker(make)).toOpaque()),
                    create: { PluginEntry.create($0, $1, $2, $3) }
                )
            )
            let shared = Shared(address: UnsafeRawPointer(entry))
            entries[ObjectIdentifier(type)] = shared
            return shared
        }.address
    }

    private static func text(_ string: String) -> UnsafePointer<CChar> {
        let bytes = string.utf8CString
        let place = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (place + index).initialize(to: byte) }
        return UnsafePointer(place)
    }

    private static func create(
        _ entry: UnsafePointer<herald_entry>?,
        _ host: UnsafePointer<herald_host>?,
        _ plugin: UnsafeMutablePointer<herald_plugin>?,
        _ out: UnsafePointer<herald_out>?
    ) -> herald_status {
        guard let payload = entry?.pointee.payload, let host, let plugin else { return herald_status(HERALD_E_INPUT) }
        guard host.pointee.size >= MemoryLayout<herald_host>.size,
            plugin.pointee.size >= MemoryLayout<herald_plugin>.size
        else {
            let error = HeraldError(.unsupported, "the host's structs are smaller than version 1.0 has them")
            ABI.lend(error) { lent in
                if let out { out.pointee.error?(out.pointee.ctx, lent) }
            }
            return herald_status(HERALD_E_UNSUPPORTED)
        }
        let maker = Unmanaged<Maker>.fromOpaque(payload).takeUnretainedValue()
        let instance = PluginInstance(maker.make(), host: host)
        plugin.pointee.instance = Unmanaged.passRetained(instance).toOpaque()
        plugin.pointee.start = { PluginInstance.from($0)?.start($1, $2) ?? herald_status(HERALD_E_INPUT) }
        plugin.pointee.stop = { PluginInstance.from($0)?.stop(graceMilliseconds: $1) ?? herald_status(HERALD_E_INPUT) }
        plugin.pointee.destroy = { instance in
            guard let instance else { return }
            Unmanaged<PluginInstance>.fromOpaque(instance).release()
        }
        plugin.pointee.find = { PluginInstance.from($0)?.find($1) }
        return ABI.ok
    }
}
