package import Values

/// Opens channels; the host implements it over channel plugins.
package protocol ChannelDriver: Sendable {
    /// Opens the channel for an item and returns when the plugin says that it stands.
    ///
    /// Events may come on any thread, also before this returns; none after the channel's `close` returned.
    func open(
        _ item: SessionItem,
        events: @escaping @Sendable (ChannelEvent) -> Void
    ) async throws(HeraldError) -> any Channel
}

/// One open channel.
package protocol Channel: Sendable {
    /// Runs a command of the channel, for example `send`.
    func command(_ name: String, _ parameters: JSON) async throws(HeraldError) -> JSON
    /// Ends it at the server and returns when it is gone; safe to repeat.
    func close(reason: String) async
}

/// An event that a channel plugin emitted.
package struct ChannelEvent: Sendable, Hashable {
    /// `started`, `message`, `typing`, `disconnected`, `reconnected`, `ended`, `error`, or one of the channel's own.
    package var name: String
    package var payload: JSON

    package init(_ name: String, _ payload: JSON = .null) {
        self.name = name
        self.payload = payload
    }
}
