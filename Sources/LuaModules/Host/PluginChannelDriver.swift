internal import Campaigns
internal import Plugins
internal import Values

/// Opens channels through channel plugins.
struct PluginChannelDriver: ChannelDriver {
    let registry: PluginRegistry
    /// The user on whose behalf plugins ask for services.
    let mark: UInt64

    func open(
        _ item: SessionItem,
        events: @escaping @Sendable (ChannelEvent) -> Void
    ) async throws(HeraldError) -> any Channel {
        let handle = try await PluginCallMark.run(mark) { () async throws(HeraldError) in
            try await registry.openSession(channel: item.channel, params: item.parameters) { name, payload in
                events(ChannelEvent(name, payload))
            }
        }
        return PluginChannel(handle: handle, mark: mark)
    }
}

extension PluginCallMark {
    /// Does `work` under a mark.
    fileprivate static func run<Value: Sendable>(
        _ mark: UInt64,
        _ work: () async throws(HeraldError) -> Value
    ) async throws(HeraldError) -> Value {
        do {
            return try await $current.withValue(mark) { try await work() }
        } catch {
            throw HeraldError(error)
        }
    }
}

/// One open session of a channel plugin.
private struct PluginChannel: Channel {
    let handle: ChannelHandle
    let mark: UInt64

    func command(_ name: String, _ parameters: JSON) async throws(HeraldError) -> JSON {
        try await PluginCallMark.run(mark) { () async throws(HeraldError) in
            try await handle.command(name, parameters)
        }
    }

    func close(reason: String) async {
        // The session is over for the script whatever the plugin says; the registry logs a plugin that fails here.
        await PluginCallMark.$current.withValue(mark) { _ = try? await handle.close(reason: reason) }
    }
}
