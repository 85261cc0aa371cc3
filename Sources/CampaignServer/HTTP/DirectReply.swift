import CMicroHTTPD
import CNetBridge

/// The answer to a request that no handler sees; `nil` for one whose head cannot be read.
typealias Refusal = @Sendable (ServerRequest?, RequestFault) -> ServerReply

/// Answers a request past libmicrohttpd, whose own answer would be malformed or would never come.
enum DirectReply {
    /// Sends the reply and closes our side, so that whatever the library has to say fails and ends the connection.
    static func refuse(_ connection: OpaquePointer, _ reply: ServerReply) {
        bytes(reply).withUnsafeBytes { herald_server_send_last(connection, $0.baseAddress, $0.count) }
    }

    /// What a status of the library means; of a whole head it judges the length of the body only.
    static func fault(_ status: Int, ofWholeHead isWhole: Bool = false) -> RequestFault {
        let message =
            switch status {
            case 413: "The body is too long."
            case 414: "The request line is too long."
            case 431: "The headers are too long."
            case 505: "This version of HTTP is not served."
            default: isWhole ? "The request has a bad Content-Length." : "The request is not valid HTTP."
            }
        return RequestFault(status, "ERR_BAD_REQUEST", message)
    }

    private static func bytes(_ reply: ServerReply) -> [UInt8] {
        let reason = MHD_get_reason_phrase_for(UInt32(clamping: reply.status)).map { String(cString: $0) } ?? ""
        var head = "HTTP/1.1 \(reply.status) \(reason)\r\n"
        for header in reply.headers { head += "\(header.name): \(header.value)\r\n" }
        head += "Content-Length: \(reply.body.count)\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + reply.body
    }
}
