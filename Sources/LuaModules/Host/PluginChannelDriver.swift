internal import Campaigns
internal import Plugins
internal import Values

/// Opens channels through channel plugins.
struct PluginChannelDriver: ChannelDriver {
    let registry: PluginRegistry

    func open(
        _ item: SessionItem,
        events: @escaping @Sendable (ChannelEvent) -> Void
    ) async throws(HeraldError) -> any Channel {
        let handle = try await registry.openSession(channel: item.channel, params: item.parameters) { name, payload in
            events(ChannelEvent(name, payload))
        }
        return PluginChannel(handle: handle)
    }
}

/// One open session of a channel plugin.
private struct PluginChannel: Channel {
    let handle: ChannelHandle

    func command(_ name: String, _ parameters: JSON) async throws(HeraldError) -> JSON {
        try await handle.command(name, parameters)
    }

    func close(reason: String) async {
        // The session is over for the script whatever the plugin says; the registry logs a plugin that fails here.
        _ = try? await handle.close(reason: reason)
    }
}
