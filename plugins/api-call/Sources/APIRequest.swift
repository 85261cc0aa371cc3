import PluginKit

/// What a card asks to be sent, checked.
struct APIRequest {
    /// What frames the message or names the host follows from URL and body, and a card may not contradict it.
    private static let reserved: Set = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    let method: String
    let url: WebURL
    private(set) var headers = JSONObject()
    private(set) var body: [UInt8] = []

    init(_ action: Action, host: Host) throws(HeraldError) {
        method = action["method"].string ?? "POST"
        url = try host.checkedURL(action["url"], schemes: ["http", "https"])
        for (name, value) in action["headers"].object ?? JSONObject() {
            headers[name] = .string(try Self.check(name, value))
        }
        guard action["body"].object != nil else { return }
        guard method != "GET" else {
            throw HeraldError(.invalidArgument, "a GET request has no body", pointer: "/body")
        }
        body = Array(action["body"].text.utf8)
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            headers["Content-Type"] = "application/json"
        }
    }

    /// Names are tokens, values have no line breaks: RFC 9110 §5.
    private static func check(_ name: String, _ value: JSON) throws(HeraldError) -> String {
        let pointer = "/headers/" + JSONPointer.escape(name)
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
            throw HeraldError(.invalidArgument, "the header name has characters that no name has", pointer: pointer)
        }
        guard !reserved.contains(name.lowercased()) else {
            throw HeraldError(.invalidArgument, "the header \(name) is not for cards to set", pointer: pointer)
        }
        guard let text = value.string else {
            throw HeraldError(.invalidArgument, "the header \(name) must be a string", pointer: pointer)
        }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw HeraldError(
                .invalidArgument,
                "the header \(name) has a line break or another control character",
                pointer: pointer
            )
        }
        return text
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
