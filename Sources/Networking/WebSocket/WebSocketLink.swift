internal import CCurl
internal import CNetBridge
internal import Values

/// One WebSocket on the loop's thread: connect, shake hands, exchange frames, close.
///
/// Made by the caller; from the start job on only the loop's thread touches it, but for promises and mailbox.
final class WebSocketLink: @unchecked Sendable {
    private enum Phase {
        case connecting
        case handshake
        case open
        /// Our close frame is on its way or out; `deadline` is when the peer's must be here.
        case closing(deadline: Int64)
        case gone
    }

    /// How many reads one turn takes from one socket, so that a busy one does not starve the others.
    private static let readsPerTurn = 16
    private static let readBytes = 64 << 10

    let opened = Promise<Void>()
    let mailbox: WebSocketMailbox
    private let url: RequestURL
    private let headers: [(name: String, value: String)]
    private let policy: AddressPolicy
    private let settings: LoopSettings
    private let frames: WebSocketFrames
    private var handshake: WebSocketHandshake
    private var phase = Phase.connecting
    private var refused: IPAddress?
    private var output = OutputBuffer()
    private var sends: [(end: Int, promise: Promise<Void>)] = []
    private var closers: [Promise<Void>] = []
    private var heardAt: Int64
    private var isPinged = false

    // The core's own notes.
    var easy: CurlEasy?
    var token: UInt64 = 0
    var isWatched = false
    var watched = (reads: false, writes: false)
    private(set) var socket: Int32 = -1

    init(
        _ text: String,
        headers: [(name: String, value: String)],
        policy: AddressPolicy,
        settings: LoopSettings
    ) throws(HeraldError) {
        for header in headers { try HeaderRule.check(header.name, header.value) }
        url = try RequestURL(text, schemes: ["ws", "wss"])
        self.headers = headers
        self.policy = policy
        self.settings = settings
        frames = WebSocketFrames(
            role: .client,
            maximumMessageBytes: settings.webSocket.maximumMessageBytes,
            random: settings.random
        )
        handshake = WebSocketHandshake(name: url.name, random: settings.random)
        mailbox = WebSocketMailbox(settings: settings.webSocket)
        heardAt = settings.clock.monotonicMilliseconds
    }

    var wantsToRead: Bool {
        switch phase {
        case .handshake, .closing: true
        case .open: !isPaused
        case .connecting, .gone: false
        }
    }
    var wantsToWrite: Bool { !output.isEmpty }
    private var isPaused = false

    // MARK: Connecting

    func prepare() -> CurlEasy? {
        guard let easy = CurlEasy() else {
            fail(HeraldError(.failed, "out of memory"))
            return nil
        }
        easy.judge = { [unowned self] address in
            if policy.allows(address, for: url.target) { return true }
            refused = address
            return false
        }
        easy.set(CURLOPT_URL, url.text)
        easy.resolve(url.target, by: settings.resolver)
        easy.set(CURLOPT_CONNECT_ONLY, 1)
        // The upgrade exists in HTTP/1.1; without this a TLS server may choose HTTP/2.
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, settings.webSocket.openTimeout.milliseconds)))
        // A pooled connection may have been used for something else.
        easy.set(CURLOPT_FRESH_CONNECT, 1)
        self.easy = easy
        return easy
    }

    /// Takes the end of libcurl's part; `true` when the handshake can begin.
    func connected(_ code: CURLcode, in core: LoopCore) -> Bool {
        guard let easy else { return false }
        socket = easy.socket
        guard code == CURLE_OK, socket >= 0, !opened.isDone else {
            let timeout = settings.webSocket.openTimeout
            let error =
                refused.map { policy.refusal($0, for: url.target) }
                ?? TransferFailure.error(code, easy, url: url, timeout: timeout)
            end(error, in: core)
            return false
        }
        phase = .handshake
        output.append(handshake.request(url, headers: headers))
        return true
    }

    // MARK: Turns

    /// Reads and writes what can be, then tells the core what to wait for.
    func serve(in core: LoopCore) {
        read(in: core)
        flush(in: core)
        core.watch(self)
    }

    private func read(in core: LoopCore) {
        guard let easy else { return }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readBytes, alignment: 1)
        defer { bytes.deallocate() }
        for _ in 0..<Self.readsPerTurn {
            guard wantsToRead else { return }
            var count = 0
            switch herald_curl_easy_recv(easy.handle, bytes.baseAddress, bytes.count, &count) {
            case CURLE_OK where count > 0: take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), in: core)
            case CURLE_AGAIN: return
            default: return peerVanished(in: core)
            }
        }
        core.readAgain(self)
    }

    private func take(_ bytes: UnsafeRawBufferPointer, in core: LoopCore) {
        heardAt = settings.clock.monotonicMilliseconds
        isPinged = false
        guard case .handshake = phase else { return takeFrames(frames.receive(bytes), in: core) }
        switch handshake.receive(bytes) {
        case .incomplete: return
        case .refused(let error): end(error, in: core)
        case .open(let rest):
            phase = .open
            guard opened.fulfil(.success(())) else { return close(WebSocketCloseCode.goingAway, "", nil, in: core) }
            takeFrames(frames.receive(rest), in: core)
        }
    }

    private func takeFrames(_ events: [WebSocketEvent], in core: LoopCore) {
        for event in events {
            switch event {
            case .text(let text): mailbox.deliver(text)
            case .binary:
                mailbox.end(.failed(fault("sent a binary message where text belongs")))
                close(WebSocketCloseCode.unsupportedData, "", nil, in: core)
            case .ping, .pong: continue
            case .close(let code, let reason): peerClosed(code, reason, in: core)
            case .failure(let code): peerBroke(code)
            }
        }
        if case .open = phase { isPaused = mailbox.shouldPause() }
        output.append(frames.takeOutput())
    }

    private func peerClosed(_ code: UInt16, _ reason: String, in core: LoopCore) {
        switch code {
        case WebSocketCloseCode.normal, WebSocketCloseCode.goingAway, WebSocketCloseCode.none:
            mailbox.end(.closed)
        default:
            var error = fault("closed the WebSocket with \(code)\(reason.isEmpty ? "" : ": \(reason)")")
            error.details = ["closeCode": .int(Int64(code)), "reason": .string(reason)]
            mailbox.end(.failed(error))
        }
        beginClosing()
    }

    private func peerBroke(_ code: UInt16) {
        let isTooBig = code == WebSocketCloseCode.tooBig
        let limit = settings.webSocket.maximumMessageBytes
        let error =
            isTooBig
            ? HeraldError(.tooLarge, "\(url.name) sent a message longer than \(limit) bytes")
            : fault("broke the WebSocket protocol (\(code))")
        mailbox.end(.failed(error))
        beginClosing()
    }

    private func peerVanished(in core: LoopCore) {
        if case .handshake = phase {
            if case .refused(let error) = handshake.receive([], isEnd: true) { return end(error, in: core) }
        }
        end(fault("closed the connection"), in: core)
    }

    private func flush(in core: LoopCore) {
        while let easy, !output.isEmpty {
            var count = 0
            let code = output.withBytes { herald_curl_easy_send(easy.handle, $0.baseAddress, $0.count, &count) }
            if code == CURLE_AGAIN { break }
            guard code == CURLE_OK else { return peerVanished(in: core) }
            output.consume(count)
        }
        let done = sends.prefix { $0.end <= output.written }
        sends.removeFirst(done.count)
        for send in done { send.promise.fulfil(.success(())) }
        // Both close frames are through, or the peer's fault was answered: nothing more is to come.
        let isOver = frames.hasQueuedClose && (frames.hasReceivedClose || !frames.isReading)
        if case .closing = phase, output.isEmpty, isOver { end(nil, in: core) }
    }

    // MARK: What the connection asks for

    func send(_ text: String, _ promise: Promise<Void>, in core: LoopCore) {
        guard case .open = phase, frames.queue(text: text) else {
            promise.fulfil(.failure(HeraldError(.network, "the WebSocket is closed")))
            return
        }
        output.append(frames.takeOutput())
        sends.append((output.appended, promise))
        flush(in: core)
        core.watch(self)
    }

    /// Begins the closing handshake; the promise comes true when the socket is gone.
    func close(_ code: UInt16, _ reason: String, _ promise: Promise<Void>?, in core: LoopCore) {
        if case .gone = phase {
            promise?.fulfil(.success(()))
            return
        }
        if let promise { closers.append(promise) }
        if case .open = phase {
            mailbox.end(.closed)
            frames.queue(close: code, reason: reason)
            output.append(frames.takeOutput())
            beginClosing()
            flush(in: core)
            core.watch(self)
        }
    }

    /// Ends it without a word when the caller has lost interest before it was open, else in good order.
    func abandon(in core: LoopCore) {
        switch phase {
        case .open: close(WebSocketCloseCode.goingAway, "", nil, in: core)
        case .connecting, .handshake: end(HeraldError(.cancelled, "the connection was given up"), in: core)
        case .closing, .gone: return
        }
    }

    /// Reads on after the mailbox was emptied.
    func resume(in core: LoopCore) {
        guard isPaused else { return }
        isPaused = mailbox.shouldPause()
        if !isPaused { serve(in: core) }
    }

    /// Says goodbye as far as the socket takes it without waiting, and ends.
    func goAway(in core: LoopCore) {
        close(WebSocketCloseCode.goingAway, "", nil, in: core)
        end(LoopCore.shutDownError, in: core)
    }

    private func beginClosing() {
        if case .closing = phase { return }
        phase = .closing(deadline: settings.clock.monotonicMilliseconds + settings.webSocket.closeTimeout.milliseconds)
    }

    /// Ends what has waited too long.
    func checkTime(_ now: Int64, in core: LoopCore) {
        switch phase {
        case .connecting where opened.isDone: end(HeraldError(.cancelled, "the connection was given up"), in: core)
        case .handshake where now - heardAt >= settings.webSocket.openTimeout.milliseconds:
            let seconds = settings.webSocket.openTimeout.milliseconds / 1000
            end(HeraldError(.timeout, "\(url.name) did not open a WebSocket within \(seconds) s"), in: core)
        case .closing(let deadline) where now >= deadline: end(fault("did not finish closing the WebSocket"), in: core)
        case .open: keepAlive(now, in: core)
        case .connecting, .handshake, .closing, .gone: return
        }
    }

    private func keepAlive(_ now: Int64, in core: LoopCore) {
        let interval = settings.webSocket.pingInterval.milliseconds
        let silence = now - heardAt
        // Nothing is heard while nothing is read, and that is our doing.
        guard silence >= interval, !isPaused else { return }
        if silence >= 2 * interval { return end(fault("has not answered for \(silence / 1000) s"), in: core) }
        guard !isPinged else { return }
        isPinged = true
        frames.queuePing()
        output.append(frames.takeOutput())
        flush(in: core)
        core.watch(self)
    }

    // MARK: The end

    /// Gives everyone who waits the end; the first one counts.
    func end(_ error: HeraldError?, in core: LoopCore) {
        if case .gone = phase { return }
        core.drop(self)
        fail(error ?? fault("closed the WebSocket"))
    }

    /// The same for a link that the core does not know yet.
    func fail(_ error: HeraldError) {
        phase = .gone
        easy = nil
        opened.fulfil(.failure(error))
        mailbox.end(.failed(error))
        for send in sends { send.promise.fulfil(.failure(error)) }
        sends = []
        for closer in closers { closer.fulfil(.success(())) }
        closers = []
    }

    private func fault(_ what: String) -> HeraldError { HeraldError(.network, "\(url.name) \(what)") }
}
