internal import CCurl
internal import Values

/// One request from its start over redirects to its end.
///
/// Made by the caller; from the start job on only the loop's thread touches it, but for the promise.
final class HTTPExchange: @unchecked Sendable {
    /// More header bytes than any server of ours sends.
    private static let maximumHeaderBytes = 256 << 10

    let promise = Promise<HTTPResponse>()
    private let policy: AddressPolicy
    private var request: HTTPRequest
    private var url: RequestURL
    private let deadline: Int64
    private let settings: LoopSettings
    private var redirects = 0
    private(set) var easy: CurlEasy?
    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    private var isHeadWhole = false
    private var bodyBytes = 0
    private var body: [UInt8] = []
    /// Why the receiver of the body wants no more of it.
    private var receiverFailure: HeraldError?
    private var refused: IPAddress?
    private var overflow: String?

    init(_ request: HTTPRequest, policy: AddressPolicy, settings: LoopSettings) throws(HeraldError) {
        try HeaderRule.check(method: request.method)
        for header in request.headers { try HeaderRule.check(header.name, header.value) }
        self.request = request
        self.policy = policy
        self.settings = settings
        url = try RequestURL(request.url)
        deadline = settings.clock.monotonicMilliseconds &+ max(1, min(request.timeout.milliseconds, Int64(Int32.max)))
    }

    /// Makes the handle of the next hop; `nil` without one, the promise then has the error.
    func prepare() -> CurlEasy? {
        guard let easy = CurlEasy() else {
            finish(.failure(HeraldError(.failed, "out of memory")))
            return nil
        }
        headers = []
        headerBytes = 0
        isHeadWhole = false
        body = []
        bodyBytes = 0
        refused = nil
        self.easy = easy
        easy.judge = { [unowned self] address in judge(address) }
        easy.takeHeader = { [unowned self] line in takeHeader(line) }
        easy.takeBody = { [unowned self] bytes in takeBody(bytes) }
        easy.set(CURLOPT_URL, url.text)
        easy.resolve(url.target, by: settings.resolver)
        easy.set(CURLOPT_TIMEOUT_MS, Int(max(1, deadline - settings.clock.monotonicMilliseconds)))
        easy.setOffset(CURLOPT_MAXFILESIZE_LARGE, request.maximumBodyBytes)
        setMethod(easy)
        setHeaders(easy)
        return easy
    }

    /// Takes the end of a hop; `true` when another one follows, after ``prepare()``.
    func complete(_ code: CURLcode) -> Bool {
        guard let easy else { return false }
        self.easy = nil
        do throws(HeraldError) {
            return try judgeEnd(code, easy)
        } catch {
            finish(.failure(error))
            return false
        }
    }

    /// Lets go of the handle, which must have left the multi handle, and gives the result if there is none.
    func finish(_ result: Result<HTTPResponse, any Error>) {
        easy = nil
        promise.fulfil(result)
    }

    private func judgeEnd(_ code: CURLcode, _ easy: CurlEasy) throws(HeraldError) -> Bool {
        if let refused, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            throw policy.refusal(refused, for: url.target)
        }
        if let receiverFailure { throw receiverFailure }
        if let overflow { throw HeraldError(.tooLarge, overflow) }
        if code == CURLE_FILESIZE_EXCEEDED { throw HeraldError(.tooLarge, bodyOverflow) }
        guard code == CURLE_OK else {
            throw TransferFailure.error(code, easy, url: url, timeout: request.timeout)
        }
        // To libcurl a connection that ends among the headers is an answer without a body.
        guard isHeadWhole else { throw TransferFailure.brokeOff(url) }
        if request.maximumRedirects > 0, RedirectRule.statuses.contains(easy.status), let location = try location() {
            return try redirect(to: location, status: easy.status)
        }
        finish(.success(HTTPResponse(status: easy.status, headers: headers, body: body, url: url.text)))
        return false
    }

    /// Where the answer leads, as it says itself: libcurl would read what the gate refuses.
    private func location() throws(HeraldError) -> String? {
        let locations = Set(headers.filter { $0.name.lowercased() == "location" }.map(\.value))
        guard locations.count < 2 else { throw HeraldError(.network, "\(url.name) redirects to two places at once") }
        return locations.first.map(url.location)
    }

    private func redirect(to location: String, status: Int) throws(HeraldError) -> Bool {
        guard redirects < request.maximumRedirects else {
            throw HeraldError(.network, "\(url.name) redirects more than \(request.maximumRedirects) times")
        }
        redirects += 1
        try request.judgeRedirect?(location)
        let next = try RequestURL(location)
        request = try RedirectRule.next(request, from: url.target, to: next, status: status)
        url = next
        return true
    }

    private func setMethod(_ easy: CurlEasy) {
        switch request.method {
        case "GET" where request.body.isEmpty: easy.set(CURLOPT_HTTPGET, 1)
        case "HEAD": easy.set(CURLOPT_NOBODY, 1)
        default:
            let hasBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
            if hasBody { easy.setBody(request.body) }
            easy.set(CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func setHeaders(_ easy: CurlEasy) {
        // libcurl reads "Name;" as a header without a value and "Name:" as one to leave out.
        var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        lines.append("Expect:")
        if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        easy.set(headers: lines)
    }

    // MARK: Callbacks

    private func judge(_ address: IPAddress) -> Bool {
        if policy.allows(address, for: url.target) { return true }
        refused = address
        return false
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            overflow = "\(url.name) sent more than \(Self.maximumHeaderBytes) bytes of headers"
            return false
        }
        let text = String(decoding: line, as: UTF8.self)
        // A new status line comes after an interim answer such as 103.
        if text.hasPrefix("HTTP/") { headers = [] }
        isHeadWhole = text == "\r\n" || text == "\n"
        if let header = HeaderLine.parse(text) { headers.append(header) }
        return true
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= request.maximumBodyBytes - bodyBytes else {
            overflow = bodyOverflow
            return false
        }
        bodyBytes += bytes.count
        guard let receiver = request.receiver, (200...299).contains(easy?.status ?? 0) else {
            body.append(contentsOf: bytes)
            return true
        }
        do throws(HeraldError) {
            if bodyBytes == bytes.count {
                try receiver.begin(HTTPResponse(status: easy?.status ?? 0, headers: headers))
            }
            try receiver.take(bytes)
            return true
        } catch {
            receiverFailure = error
            return false
        }
    }

    private var bodyOverflow: String { "the answer of \(url.name) is longer than \(request.maximumBodyBytes) bytes" }
}
