internal import CWslay
package import Values

/// The frame layer of one WebSocket, for either side: bytes in, events out, and bytes to write; no I/O inside.
///
/// Not thread-safe: one thread at a time. Masks, UTF-8, fragments, control frames, lengths and close codes are judged
/// as RFC 6455 §5 and §7 say; the first fault ends reading with ``WebSocketEvent/failure(code:)``.
package final class WebSocketFrames {
    /// Which side this is; a client masks what it sends and refuses masked frames, a server the other way round.
    package enum Role: Sendable {
        case client
        case server
    }

    /// Longest payload of a control frame and so of a close reason with its code (RFC 6455 §5.5).
    static let maximumControlBytes = 125

    private let role: Role
    private let random: any RandomSource
    private var context: OpaquePointer?
    private var input: [UInt8] = []
    private var inputOffset = 0
    private var output: [UInt8] = []
    private var events: [WebSocketEvent] = []
    private var failed = false
    private var hasHalfCode = false
    private var closedByHand = false
    /// Frame bytes made since the start, written or not.
    package private(set) var producedBytes = 0

    /// Makes the layer for a connection whose upgrade is done.
    ///
    /// - Parameters:
    ///   - role: which side this is.
    ///   - maximumMessageBytes: a longer message, over all its fragments, fails with 1009.
    ///   - random: source of masks; only a client uses it.
    package init(role: Role, maximumMessageBytes: Int, random: any RandomSource = SystemRandomSource()) {
        self.role = role
        self.random = random
        var callbacks = Self.callbacks
        let me = Unmanaged.passUnretained(self).toOpaque()
        let status =
            switch role {
            case .client: wslay_event_context_client_init(&context, &callbacks, me)
            case .server: wslay_event_context_server_init(&context, &callbacks, me)
            }
        // Out of memory is the one failure; the layer then reports it on the first use.
        if status != 0 { context = nil }
        if let context { wslay_event_config_set_max_recv_msg_length(context, UInt64(clamping: maximumMessageBytes)) }
    }

    deinit {
        if let context { wslay_event_context_free(context) }
    }

    // MARK: Reading

    /// Takes bytes from the peer and returns what they complete.
    ///
    /// After a close frame or a failure further bytes are dropped, as RFC 6455 §5.5.1 has it.
    package func receive(_ bytes: some Collection<UInt8>) -> [WebSocketEvent] {
        guard let context else { return reportFailure(WebSocketCloseCode.internalError) }
        guard isReading else { return [] }
        input.append(contentsOf: bytes)
        let status = wslay_event_recv(context)
        input.removeFirst(inputOffset)
        inputOffset = 0
        if !isReading { input.removeAll() }
        if status != 0 {
            let noMemory = status == WSLAY_ERR_NOMEM.rawValue
            let code = noMemory ? WebSocketCloseCode.internalError : WebSocketCloseCode.protocolError
            events += breakOff(code)
        } else {
            pump()
        }
        if !isReading && (!hasReceivedClose || hasHalfCode) {
            let sent = wslay_event_get_status_code_sent(context)
            events += reportFailure(sent == WebSocketCloseCode.abnormal ? WebSocketCloseCode.protocolError : sent)
        }
        defer { events.removeAll() }
        return events
    }

    /// Whether bytes from the peer still mean anything.
    package var isReading: Bool {
        guard let context, !failed else { return false }
        return wslay_event_get_read_enabled(context) != 0
    }

    /// Whether the peer's close frame was read.
    package var hasReceivedClose: Bool { context.map { wslay_event_get_close_received($0) != 0 } ?? false }

    private func reportFailure(_ code: UInt16) -> [WebSocketEvent] {
        guard !failed else { return [] }
        failed = true
        return [.failure(code: code)]
    }

    /// Ends both directions after a fault in a frame's head, for which wslay would send a close frame without a code.
    private func breakOff(_ code: UInt16) -> [WebSocketEvent] {
        if !hasQueuedClose {
            let payload = [UInt8(code >> 8), UInt8(code & 255)]
            var frame: [UInt8] = [0x88, UInt8(payload.count)]
            if role == .client {
                var mask: [UInt8] = [0, 0, 0, 0]
                mask.withUnsafeMutableBufferPointer { fillMask($0) }
                frame = [0x88, 0x80 | UInt8(payload.count)] + mask + [payload[0] ^ mask[0], payload[1] ^ mask[1]]
            } else {
                frame += payload
            }
            frame.withUnsafeBufferPointer { write($0) }
        }
        if let context { wslay_event_shutdown_write(context) }
        closedByHand = true
        return reportFailure(code)
    }

    // MARK: Writing

    /// Queues a text message; `false` after a close frame was queued.
    @discardableResult
    package func queue(text: String) -> Bool { queue(Array(text.utf8), opcode: WSLAY_TEXT_FRAME) }

    /// Queues a binary message; `false` after a close frame was queued.
    @discardableResult
    package func queue(binary bytes: [UInt8]) -> Bool { queue(bytes, opcode: WSLAY_BINARY_FRAME) }

    /// Queues a ping of at most 125 bytes; `false` when it is longer or after a close frame was queued.
    @discardableResult
    package func queuePing(_ payload: [UInt8] = []) -> Bool {
        guard payload.count <= Self.maximumControlBytes else { return false }
        return queue(payload, opcode: WSLAY_PING)
    }

    /// Queues the close frame, once; the reason is cut to what a control frame holds.
    @discardableResult
    package func queue(close code: UInt16, reason: String = "") -> Bool {
        guard let context else { return false }
        var text = reason
        // The two bytes of the code share the frame, and wslay wants the reason under 123 bytes.
        while text.utf8.count > Self.maximumControlBytes - 3 { text.removeLast() }
        let bytes = Array(text.utf8)
        let status = wslay_event_queue_close(context, code, bytes, bytes.count)
        pump()
        return status == 0
    }

    /// Whether a close frame, ours or the answer to the peer's, is among the output or already taken.
    package var hasQueuedClose: Bool {
        context.map { closedByHand || wslay_event_get_close_sent($0) != 0 } ?? true
    }

    /// Bytes that wait to be written.
    package var queuedBytes: Int { output.count }

    /// All bytes to write, in order; they are the caller's from here on.
    package func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Offers the bytes to write and forgets as many as `write` says it took.
    package func drainOutput<E: Error>(_ write: (UnsafeRawBufferPointer) throws(E) -> Int) throws(E) {
        guard !output.isEmpty else { return }
        let outcome = output.withUnsafeBytes { bytes -> Result<Int, E> in
            do throws(E) { return .success(try write(bytes)) } catch { return .failure(error) }
        }
        output.removeFirst(min(try outcome.get(), output.count))
    }

    private func queue(_ bytes: [UInt8], opcode: wslay_opcode) -> Bool {
        guard let context else { return false }
        let status = bytes.withUnsafeBufferPointer { buffer in
            var message = wslay_event_msg(
                opcode: UInt8(opcode.rawValue),
                msg: buffer.baseAddress,
                msg_length: buffer.count
            )
            return wslay_event_queue_msg(context, &message)
        }
        pump()
        return status == 0
    }

    /// Moves what wslay has queued into `output`, so that its own queue is always empty.
    private func pump() {
        guard let context else { return }
        // Only running out of memory fails here; wslay then stops writing and the close never completes.
        if wslay_event_send(context) != 0 { failed = true }
    }

    // MARK: Callbacks of wslay

    private static func from(_ context: UnsafeMutableRawPointer?) -> WebSocketFrames? {
        context.map { Unmanaged<WebSocketFrames>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
        let count = min(length, input.count - inputOffset)
        guard count > 0 else { return 0 }
        input.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            buffer.update(from: start + inputOffset, count: count)
        }
        inputOffset += count
        return count
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        output.append(contentsOf: bytes)
        producedBytes += bytes.count
    }

    private func fillMask(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        var bits: UInt64 = 0
        for place in buffer.indices {
            if place % 8 == 0 { bits = random.next() }
            buffer[place] = UInt8(truncatingIfNeeded: bits)
            bits >>= 8
        }
    }

    /// wslay takes a close frame of one byte for one without a code; RFC 6455 §5.5.1 says a code has two.
    private func judgeCloseFrame(length: UInt64) {
        guard length == 1, let context else { return }
        hasHalfCode = true
        wslay_event_queue_close(context, WebSocketCloseCode.protocolError, nil, 0)
    }

    private func add(_ message: wslay_event_on_msg_recv_arg) {
        let bytes = Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length))
        switch UInt32(message.opcode) {
        case WSLAY_TEXT_FRAME.rawValue: events.append(.text(String(decoding: bytes, as: UTF8.self)))
        case WSLAY_BINARY_FRAME.rawValue: events.append(.binary(bytes))
        case WSLAY_PING.rawValue: events.append(.ping(bytes))
        case WSLAY_PONG.rawValue: events.append(.pong(bytes))
        default:
            guard !hasHalfCode else { return }
            let code = message.status_code == 0 ? WebSocketCloseCode.none : message.status_code
            events.append(.close(code: code, reason: String(decoding: bytes.dropFirst(2), as: UTF8.self)))
        }
    }

    private static let callbacks = wslay_event_callbacks(
        recv_callback: { context, buffer, length, _, me in
            guard let me = from(me), let buffer, let count = Optional(me.read(into: buffer, length)), count > 0 else {
                wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
                return -1
            }
            return count
        },
        send_callback: { _, bytes, length, _, me in
            from(me)?.write(UnsafeBufferPointer(start: bytes, count: length))
            return length
        },
        genmask_callback: { _, buffer, length, me in
            guard let me = from(me), let buffer else { return -1 }
            me.fillMask(UnsafeMutableBufferPointer(start: buffer, count: length))
            return 0
        },
        on_frame_recv_start_callback: { _, head, me in
            guard let me = from(me), let head, head.pointee.opcode == UInt8(WSLAY_CONNECTION_CLOSE.rawValue) else {
                return
            }
            me.judgeCloseFrame(length: head.pointee.payload_length)
        },
        on_frame_recv_chunk_callback: nil,
        on_frame_recv_end_callback: nil,
        on_msg_recv_callback: { _, message, me in
            guard let message else { return }
            from(me)?.add(message.pointee)
        }
    )
}
