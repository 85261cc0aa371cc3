package import Values

/// What a handler answers: a status with a body, or the switch to a WebSocket.
package struct ServerReply: Sendable {
    /// Runs one WebSocket; the socket is closed when it returns.
    package typealias Session = @Sendable (ServerSocket) async -> Void

    /// What follows the headers.
    enum Content: Sendable {
        case body([UInt8])
        case webSocket(Session)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    var content: Content

    private init(status: Int, headers: [(name: String, value: String)], content: Content) {
        self.status = status
        self.headers = headers
        self.content = content
    }

    /// An answer without a body.
    package static func empty(_ status: Int = 204, headers: [(name: String, value: String)] = []) -> ServerReply {
        ServerReply(status: status, headers: headers, content: .body([]))
    }

    /// An answer with a JSON body.
    package static func json(_ status: Int = 200, _ value: JSON) -> ServerReply {
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        return json(status, text: bytes)
    }

    /// An answer with a body that is JSON text already.
    package static func json(_ status: Int = 200, text bytes: [UInt8]) -> ServerReply {
        let headers = [
            (name: "Content-Type", value: "application/json; charset=utf-8"),
            // Answers are a user's own and change from call to call.
            (name: "Cache-Control", value: "no-store"),
        ]
        return ServerReply(status: status, headers: headers, content: .body(bytes))
    }

    /// The switch to a WebSocket, with the accept value of RFC 6455 §4.2.2.
    package static func webSocket(accept: String, session: @escaping Session) -> ServerReply {
        let headers = [
            (name: "Upgrade", value: "websocket"),
            (name: "Sec-WebSocket-Accept", value: accept),
        ]
        return ServerReply(status: 101, headers: headers, content: .webSocket(session))
    }

    /// The body; empty for a WebSocket.
    package var body: [UInt8] {
        if case .body(let bytes) = content { bytes } else { [] }
    }
}
