import PluginKit

/// One conversation: what the server says becomes events, and commands wait for the server's word.
actor ChatSession: ChannelSession {
    private typealias Sending = AsyncStream<Result<ChatMessage, HeraldError>>.Continuation

    private let engagement: Engagement
    private var state = ChatState()
    private var socket: HostSocket?
    private var isClosing = false
    private var sending: [String: [Sending]] = [:]

    init(_ engagement: Engagement) { self.engagement = engagement }

    /// Waits for the server's greeting; the session stands from then on.
    func greet(_ socket: HostSocket, host: Host) async throws(HeraldError) {
        try await Self.awaitHello(socket, host: host)
        self.socket = socket
        host.events.emit("started", ["engagement": engagement.json])
    }

    private static func awaitHello(_ socket: HostSocket, host: Host) async throws(HeraldError) {
        guard let text = try await socket.receive() else {
            throw HeraldError(.network, "the server closed the conversation at once")
        }
        guard case .hello? = try ChatFrame(text) else {
            throw HeraldError(.network, "the server did not begin with a greeting")
        }
    }

    /// Hands on what the server says, over one connection after the other, until the conversation is over.
    func listen(_ first: HostSocket, host: Host) async {
        var current: HostSocket? = first
        while let open = current, !isOver {
            let isGap = await hear(open, host: host)
            socket = nil
            // A socket that broke is closed too: the host keeps it until then.
            await close(open, host: host)
            if isOver { break }
            if !isGap {
                failSending(HeraldError(.network, "the connection to the server broke"))
                host.events.emit("disconnected", ["reason": "the connection to the server broke"])
            }
            current = await reconnect(host: host)
            socket = current
            if current != nil, !isGap { host.events.emit("reconnected") }
        }
        failSending(HeraldError(.invalidState, "the conversation is over"))
    }

    private var isOver: Bool { state.isEnded || isClosing || Task.isCancelled }

    /// Hears one connection to its end; `true` when messages are missing and should be asked for.
    private func hear(_ socket: HostSocket, host: Host) async -> Bool {
        do {
            while !isOver, let text = try await socket.receive() {
                if take(text, host: host) { return true }
            }
        } catch {
            if error.code != .cancelled { host.log.info("chat: \(error.message)") }
        }
        return false
    }

    private func take(_ text: String, host: Host) -> Bool {
        do throws(HeraldError) {
            guard let frame = try ChatFrame(text) else { return false }
            return perform(state.receive(frame), host: host)
        } catch {
            host.log.warning("chat: \(error.message)")
            return false
        }
    }

    /// Does what the state says; `true` when messages are missing.
    private func perform(_ outcomes: [ChatState.Outcome], host: Host) -> Bool {
        var isGap = false
        for outcome in outcomes {
            switch outcome {
            case .emit(let name, let event): host.events.emit(name, event)
            case .stored(let token, let message): answer(token, .success(message))
            case .refused(let token, let error): answer(token, .failure(error))
            case .fetchGap: isGap = true
            }
        }
        return isGap
    }

    /// Connects again, ever more slowly; `nil` when the session is over or the server does not know it any more.
    private func reconnect(host: Host) async -> HostSocket? {
        var backoff = ChatBackoff(seed: engagement.id)
        while !isOver {
            do throws(HeraldError) {
                let server = EngagementServer(host: host)
                let socket = try await server.connect(to: engagement.id, after: state.lastSequence)
                try await Self.awaitHello(socket, host: host)
                return socket
            } catch {
                switch error.code {
                case .cancelled: return nil
                case .notFound, .unauthorized, .denied:
                    let event: JSON = ["code": .string(error.code.rawValue), "message": .string(error.message)]
                    host.events.emit("error", event)
                    _ = perform(state.end("expired"), host: host)
                    return nil
                default: host.log.info("chat: \(error.message)")
                }
            }
            do throws(HeraldError) {
                try await host.time.sleep(for: backoff.next())
            } catch {
                return nil
            }
        }
        return nil
    }

    // MARK: Commands

    func command(_ name: String, _ json: JSON, host: Host) async throws -> JSON {
        switch name {
        case "send": return try await send(json)
        case "typing":
            try await frame(["type": "typing"])
            return [:]
        case "read":
            guard let sequence = json["sequence"].int else {
                throw HeraldError(.invalidArgument, "\"sequence\" must be a whole number", pointer: "/sequence")
            }
            try await frame(["type": "read", "sequence": .int(sequence)])
            return [:]
        case "view":
            return ["text": .string(state.transcript.text), "html": .string(state.transcript.html), "url": .null]
        default: throw HeraldError.unknownCommand(name)
        }
    }

    private func send(_ json: JSON) async throws(HeraldError) -> JSON {
        guard let text = json["text"].string, !text.isEmpty else {
            throw HeraldError(.invalidArgument, "\"text\" must be a string that is not empty", pointer: "/text")
        }
        guard let token = json["token"].string, !token.isEmpty else {
            throw HeraldError(.invalidArgument, "\"token\" must be a string that is not empty", pointer: "/token")
        }
        let (echoes, echo) = AsyncStream<Result<ChatMessage, HeraldError>>.makeStream()
        sending[token, default: []].append(echo)
        do throws(HeraldError) {
            try await frame(["type": "message", "token": .string(token), "text": .string(text)])
        } catch {
            answer(token, .failure(error))
        }
        for await result in echoes {
            let message = try result.get()
            return ["id": .string(message.id), "sequence": .int(message.sequence)]
        }
        throw HeraldError(.cancelled, "cancelled")
    }

    private func frame(_ json: JSON) async throws(HeraldError) {
        if state.isEnded { throw HeraldError(.invalidState, "the conversation is over") }
        guard let socket else { throw HeraldError(.network, "the connection to the server is broken") }
        try await socket.send(json.text)
    }

    private func answer(_ token: String, _ result: Result<ChatMessage, HeraldError>) {
        for echo in sending.removeValue(forKey: token) ?? [] {
            echo.yield(result)
            echo.finish()
        }
    }

    private func failSending(_ error: HeraldError) {
        for token in sending.keys.sorted() { answer(token, .failure(error)) }
    }

    // MARK: The end

    func close(reason: String, host: Host) async throws -> JSON {
        isClosing = true
        let open = socket
        socket = nil
        failSending(HeraldError(.invalidState, "the conversation is over"))
        let isEnded = state.isEnded
        do throws(HeraldError) {
            if !isEnded { try await EngagementServer(host: host).end(engagement.id) }
        } catch {
            if let open { await close(open, host: host) }
            throw error
        }
        _ = perform(state.end("finished"), host: host)
        if let open { await close(open, host: host) }
        return .null
    }

    private func close(_ socket: HostSocket, host: Host) async {
        do throws(HeraldError) {
            try await socket.close()
        } catch {
            host.log.debug("chat: \(error.message)")
        }
    }
}
