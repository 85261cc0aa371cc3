import PluginKit

/// Chats with an agent of a campaign on the connected server.
struct Chat: ChannelPlugin {
    static let channel = "chat"

    func open(_ params: JSON, host: Host) async throws -> ChatSession {
        let server = EngagementServer(host: host)
        let engagement = try await server.create(from: params)
        let session = ChatSession(engagement)
        do {
            let socket = try await server.connect(to: engagement.id, after: 0)
            try await session.greet(socket, host: host)
            host.background { await session.listen(socket, host: $0) }
        } catch {
            // Nobody else knows of the engagement, and this call may be cancelled already.
            host.afterwards { host in
                do throws(HeraldError) {
                    try await EngagementServer(host: host).end(engagement.id)
                } catch {
                    host.log.warning("the engagement \(engagement.id) could not be ended: \(error.message)")
                }
            }
            throw error
        }
        return session
    }
}

/// The library's one export.
@c(herald_plugin_chat) public func entry() -> UnsafeRawPointer { heraldEntry(Chat.self) }
