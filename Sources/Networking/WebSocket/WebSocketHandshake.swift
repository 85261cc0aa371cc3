internal import Values

/// The opening handshake of a WebSocket client, RFC 6455 §4.1, as text in and out.
struct WebSocketHandshake {
    /// The RFC's own; a server shows with it that it has understood.
    private static let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    /// Longest answer head that is read.
    private static let maximumHeadBytes = 32 << 10
    /// Of the body of a refusal so much is read, for its error envelope.
    private static let maximumBodyBytes = 64 << 10

    private let key: String
    private let name: String
    private var received: [UInt8] = []

    /// What the answer says so far.
    enum Progress {
        case incomplete
        /// The server agreed; `rest` is the first of its frames.
        case open(rest: [UInt8])
        case refused(HeraldError)
    }

    init(name: String, random: any RandomSource) {
        self.name = name
        let nonce = [random.next(), random.next()].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        }
        key = Base64.encode(nonce)
    }

    /// The request to write.
    func request(_ url: RequestURL, headers: [(name: String, value: String)]) -> [UInt8] {
        let isUsual = url.target.port == (url.target.scheme == "https" ? 443 : 80)
        var lines = [
            "GET \(url.pathAndQuery) HTTP/1.1",
            "Host: \(isUsual ? url.target.host : url.target.hostAndPort)",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)",
            "Sec-WebSocket-Version: 13",
        ]
        lines += headers.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Takes bytes of the answer; `isEnd` when no more follow.
    mutating func receive(_ bytes: some Sequence<UInt8>, isEnd: Bool = false) -> Progress {
        received.append(contentsOf: bytes)
        guard let end = headEnd else {
            if isEnd { return .refused(fault("closed the connection during the handshake")) }
            return received.count > Self.maximumHeadBytes ? .refused(fault("sent an endless answer")) : .incomplete
        }
        let head = String(decoding: received[..<end], as: UTF8.self)
        let rest = received[(end + 4)...]
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let statusLine = lines.popFirst() ?? ""
        guard statusLine.hasPrefix("HTTP/1.1 "), let status = Int(statusLine.dropFirst(9).prefix(3)) else {
            return .refused(fault("did not answer in HTTP/1.1"))
        }
        let headers = lines.compactMap { HeaderLine.parse($0) }
        if status == 101 {
            if let problem = problem(headers) { return .refused(fault(problem)) }
            return .open(rest: Array(rest))
        }
        return refusal(status, headers, rest, isEnd)
    }

    private var headEnd: Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard received.count >= mark.count else { return nil }
        return (0...received.count - mark.count).first { received[$0..<$0 + mark.count].elementsEqual(mark) }
    }

    /// What is wrong with a 101 answer.
    private func problem(_ headers: [(name: String, value: String)]) -> String? {
        let values: (String) -> [String] = { name in
            headers.filter { $0.name.lowercased() == name }.map(\.value)
        }
        let accept = Base64.encode(SHA1.digest(Array((key + Self.acceptSuffix).utf8)))
        let connection = values("connection").joined(separator: ",").lowercased()
        if values("upgrade").map({ $0.lowercased() }) != ["websocket"] { return "did not upgrade to a WebSocket" }
        if !connection.split(separator: ",").contains(where: { HeaderLine.trim($0) == "upgrade" }) {
            return "did not upgrade the connection"
        }
        if values("sec-websocket-accept") != [accept] { return "answered the handshake with a wrong key" }
        let unasked = ["sec-websocket-extensions", "sec-websocket-protocol"].first { !values($0).isEmpty }
        return unasked.map { "chose what was not offered: \($0)" }
    }

    /// An answer that is no upgrade, once its body is there as far as it is read.
    private func refusal(
        _ status: Int,
        _ headers: [(name: String, value: String)],
        _ body: ArraySlice<UInt8>,
        _ isEnd: Bool
    ) -> Progress {
        let declared = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        let wanted = min(max(0, declared), Self.maximumBodyBytes)
        guard isEnd || body.count >= wanted else { return .incomplete }
        var error = fault("refused the WebSocket with HTTP status \(status)")
        error.details = [
            "status": .int(Int64(status)), "body": .string(String(decoding: body.prefix(wanted), as: UTF8.self)),
        ]
        return .refused(error)
    }

    private func fault(_ what: String) -> HeraldError { HeraldError(.network, "\(name) \(what)") }
}
