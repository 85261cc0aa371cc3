package import Values

extension ChannelContent {
    /// Which of a template's contents go out when it is sent: one for each channel that can be sent to, and of a
    /// sequence its first step alone.
    package static func toSend(_ channels: [ChannelContent], config: JSON) -> [ChannelContent] {
        let open = channels.filter { FeedChannelType.open.contains($0.channelType) }
        guard config["sequenceEnabled"] == true else { return open }
        let first = open.min { ($0.sequenceOrder ?? Int.max) < ($1.sequenceOrder ?? Int.max) }
        return first.map { [$0] } ?? []
    }
}
