internal import Values

/// A WebSocket as tasks see it; the link behind it lives on the loop's thread.
final class WebSocketClientConnection: WebSocketConnection {
    private let link: WebSocketLink
    private let loop: NetworkLoop

    init(link: WebSocketLink, loop: NetworkLoop) {
        self.link = link
        self.loop = loop
    }

    deinit {
        let link = link
        // When the loop is gone the link is, too.
        try? loop.submit { link.abandon(in: $0) }
    }

    func send(_ text: String) async throws {
        try Task.checkCancellation()
        let promise = Promise<Void>()
        try loop.submit { [link] in link.send(text, promise, in: $0) }
        try await promise.value()
    }

    func receive() async throws -> String? {
        try Task.checkCancellation()
        let (promise, resumes) = try link.mailbox.receive()
        // When the loop is gone there is nothing to read.
        if resumes { try? loop.submit { [link] in link.resume(in: $0) } }
        return try await promise.value { [mailbox = link.mailbox] in mailbox.forget(promise) }
    }

    func close(code: UInt16, reason: String) async {
        let promise = Promise<Void>()
        do {
            try loop.submit { [link] in link.close(code, reason, promise, in: $0) }
            try await promise.value()
        } catch {
            // The loop is gone and the socket with it, or the task is cancelled: the closing goes on without it.
            return
        }
    }
}
