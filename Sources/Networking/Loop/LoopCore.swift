internal import CCurl
internal import CNetBridge
internal import Values

/// What the loop's thread owns: libcurl's multi handle, the requests in it and the open sockets.
///
/// Passed to jobs on that thread and to nothing else.
final class LoopCore {
    /// How long the thread sleeps when nothing is due; it is woken for every job.
    private static let idleMilliseconds: Int32 = 60_000
    /// How many ready sockets are taken in one turn.
    private static let socketsPerTurn = 64

    let settings: LoopSettings
    private let multi: UnsafeMutableRawPointer
    private var isShutDown = false
    private var exchanges: [UnsafeMutableRawPointer: HTTPExchange] = [:]
    private var links: [UInt64: WebSocketLink] = [:]
    private var connecting: [UnsafeMutableRawPointer: WebSocketLink] = [:]
    /// Sockets with bytes that the poller does not see, because TLS holds them.
    private var pending: Set<UInt64> = []
    private var lastToken: UInt64 = 0
    private var nextSweep: Int64 = 0
    private lazy var poller = herald_poller_open()
    private var isPolling = false

    init(multi: UnsafeMutableRawPointer, settings: LoopSettings) {
        self.multi = multi
        self.settings = settings
    }

    // MARK: Requests

    func start(_ exchange: HTTPExchange) {
        guard !exchange.promise.isDone else { return }
        guard !isShutDown else { return exchange.finish(.failure(Self.shutDownError)) }
        guard let easy = exchange.prepare() else { return }
        exchanges[easy.handle] = exchange
        herald_curl_multi_add_handle(multi, easy.handle)
    }

    func cancel(_ exchange: HTTPExchange) {
        guard let easy = exchange.easy else { return }
        remove(easy)
        exchanges[easy.handle] = nil
        exchange.finish(.failure(CancellationError()))
    }

    private func remove(_ easy: CurlEasy) { herald_curl_multi_remove_handle(multi, easy.handle) }

    // MARK: Sockets

    func start(_ link: WebSocketLink) {
        guard !link.opened.isDone else { return }
        guard !isShutDown else { return link.fail(Self.shutDownError) }
        guard let easy = link.prepare() else { return }
        connecting[easy.handle] = link
        herald_curl_multi_add_handle(multi, easy.handle)
    }

    /// Closes a link's socket at once and forgets it.
    func drop(_ link: WebSocketLink) {
        if let easy = link.easy {
            connecting[easy.handle] = nil
            if link.isWatched { herald_poller_remove(poller, link.socket) }
            remove(easy)
        }
        links[link.token] = nil
        pending.remove(link.token)
        link.isWatched = false
        link.easy = nil
    }

    /// Makes the poller watch for what a link waits for now.
    func watch(_ link: WebSocketLink) {
        let (reads, writes) = (link.wantsToRead, link.wantsToWrite)
        guard link.easy != nil else { return }
        // A hang-up is reported whether asked for or not, so a link that waits for nothing leaves the poller.
        if !reads && !writes {
            if link.isWatched { herald_poller_remove(poller, link.socket) }
            link.isWatched = false
        } else if !link.isWatched {
            link.isWatched = herald_poller_add(poller, link.socket, link.token, reads, writes) == 0
            if !link.isWatched { link.end(HeraldError(.network, "the socket cannot be watched"), in: self) }
        } else if link.watched != (reads, writes) {
            herald_poller_change(poller, link.socket, link.token, reads, writes)
        }
        link.watched = (reads, writes)
    }

    /// Says that a link has more to read although its socket may look empty.
    func readAgain(_ link: WebSocketLink) { pending.insert(link.token) }

    // MARK: Turns

    /// Does what can be done without waiting.
    func turn() {
        var running: Int32 = 0
        herald_curl_multi_perform(multi, &running)
        var code = CURLE_OK
        while let handle = herald_curl_next_done(multi, &code) {
            if let exchange = exchanges.removeValue(forKey: handle) {
                finish(exchange, code)
            } else if let link = connecting.removeValue(forKey: handle) {
                connected(link, code)
            }
        }
        serveSockets()
        sweep()
    }

    private func finish(_ exchange: HTTPExchange, _ code: CURLcode) {
        guard let easy = exchange.easy else { return }
        remove(easy)
        if exchange.complete(code) { start(exchange) }
    }

    private func connected(_ link: WebSocketLink, _ code: CURLcode) {
        guard link.connected(code, in: self) else { return }
        lastToken += 1
        link.token = lastToken
        links[lastToken] = link
        isPolling = true
        link.serve(in: self)
    }

    private func serveSockets() {
        guard isPolling else { return }
        var tokens = [UInt64](repeating: 0, count: Self.socketsPerTurn)
        let count = herald_poller_ready(poller, &tokens, Int32(tokens.count))
        let ready = pending.union(tokens.prefix(Int(count)))
        pending.removeAll(keepingCapacity: true)
        for token in ready { links[token]?.serve(in: self) }
    }

    /// Looks for sockets that have waited too long, now and then.
    private func sweep() {
        guard !links.isEmpty || !connecting.isEmpty else { return }
        let now = settings.clock.monotonicMilliseconds
        guard now >= nextSweep else { return }
        for link in Array(links.values) + Array(connecting.values) { link.checkTime(now, in: self) }
        nextSweep = now + settings.webSocket.sweepInterval.milliseconds
    }

    /// Waits for a socket, a time-out or a job.
    func wait() {
        let hasSockets = !links.isEmpty || !connecting.isEmpty
        var timeout =
            hasSockets ? Int32(clamping: settings.webSocket.sweepInterval.milliseconds) : Self.idleMilliseconds
        if !pending.isEmpty { timeout = 0 }
        var descriptor = curl_waitfd(fd: isPolling ? poller : -1, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        herald_curl_multi_poll(multi, &descriptor, isPolling ? 1 : 0, timeout, nil)
    }

    // MARK: The end

    static let shutDownError = HeraldError(.network, "the network client was shut down")

    /// Ends every request and socket.
    func shutDown() {
        isShutDown = true
        for exchange in Array(exchanges.values) {
            if let easy = exchange.easy { remove(easy) }
            exchange.finish(.failure(Self.shutDownError))
        }
        exchanges = [:]
        for link in Array(links.values) + Array(connecting.values) { link.goAway(in: self) }
    }

    /// Gives the handles back; nothing may be used after it.
    func close() {
        if isPolling { herald_poller_close(poller) }
        isPolling = false
        herald_curl_multi_cleanup(multi)
    }
}
