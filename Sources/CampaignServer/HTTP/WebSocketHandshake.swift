import Values

/// The opening handshake of RFC 6455 §4.2 as seen by the server.
enum WebSocketHandshake {
    /// Appended to the key before hashing (RFC 6455 §1.3).
    private static let salt = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The accept value for a request that asks for a WebSocket.
    ///
    /// - Throws: ``RequestFault``: 426 when it asks for none or for another version, 400 for a bad key.
    static func accept(_ request: ServerRequest) throws(RequestFault) -> String {
        let upgrade = RequestFault(426, "ERR_BAD_REQUEST", "This is a WebSocket; connect with one.")
            .with("Upgrade", "websocket").with("Connection", "Upgrade").with("Sec-WebSocket-Version", "13")
        guard request.method == "GET", names(request.header("upgrade")).contains("websocket"),
            names(request.header("connection")).contains("upgrade"),
            request.header("sec-websocket-version") == "13"
        else { throw upgrade }
        guard let key = request.header("sec-websocket-key"), isKey(key) else {
            throw RequestFault(400, "ERR_VALIDATION", "The WebSocket key is not valid.")
        }
        return Base64.encode(Digest.sha1(Array((key + salt).utf8)))
    }

    /// 16 bytes in base 64: 22 letters and two signs of filling.
    private static func isKey(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard bytes.count == 24, bytes.suffix(2).elementsEqual("==".utf8) else { return false }
        return bytes.prefix(22).allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
            default: false
            }
        }
    }

    private static func names(_ list: String?) -> [String] {
        (list ?? "").utf8.split(separator: UInt8(ascii: ",")).map { part in
            HeaderRules.lowercased(Array(part).filter { $0 != 0x20 && $0 != 0x09 })
        }
    }
}
