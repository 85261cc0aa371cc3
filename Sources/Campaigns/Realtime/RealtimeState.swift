internal import Values

/// Decides what a realtime frame means: pure, so that resume and repeats are tested without a socket.
package struct RealtimeState: Sendable {
    /// The offset of the last event seen; sent on reconnect.
    package private(set) var offset: Int64?
    /// The server's name for its sequence of offsets.
    package private(set) var epoch: String?
    package private(set) var unread: UnreadCount?
    /// The offset that the present connection's greeting named.
    private var helloOffset: Int64?
    private var gapIsKnown = false
    private var seenItems = RecentIds()

    package init() {}

    /// Says that a new connection begins.
    package mutating func beginConnection() {
        helloOffset = nil
        gapIsKnown = false
    }

    /// The query with which a connection resumes.
    package var query: [(name: String, value: String)] {
        guard let offset, let epoch else { return [] }
        return [("offset", String(offset)), ("epoch", epoch)]
    }

    /// What came of a frame.
    package struct Outcome: Sendable, Hashable {
        package var events: [RealtimeEvent] = []
        package var diagnostics: [WireDiagnostic] = []
        /// Whether the frame was the greeting.
        package var isHello = false
    }

    /// Takes one text message from the server.
    package mutating func receive(_ text: String) -> Outcome {
        var outcome = Outcome()
        let frame: JSON
        do {
            frame = try JSONText.parse(text)
        } catch {
            outcome.diagnostics.append(WireDiagnostic(pointer: "", message: "a frame that is not JSON was skipped"))
            return outcome
        }
        switch frame["type"].string {
        case "hello": hello(frame, &outcome)
        case "event": event(frame, &outcome)
        case "unread": takeUnread(frame["unread"], &outcome)
        case "gap": gap(&outcome)
        default:
            outcome.diagnostics.append(WireDiagnostic(pointer: "/type", message: "an unknown frame was skipped"))
        }
        return outcome
    }

    private mutating func hello(_ frame: JSON, _ outcome: inout Outcome) {
        outcome.isHello = true
        let newEpoch = Self.text(frame["epoch"])
        let resumed = offset != nil && epoch == newEpoch
        // An epoch that changed without a word from the server still means that offsets of the old one are void.
        if offset != nil, epoch != newEpoch { reportGap(&outcome) }
        epoch = newEpoch
        // With a resume the missed events follow, so the offset stays behind until they have come.
        helloOffset = frame["offset"].int ?? 0
        if !resumed { offset = helloOffset }
        outcome.events.append(.connected(resumed: resumed))
        takeUnread(frame["unread"], &outcome)
    }

    private mutating func gap(_ outcome: inout Outcome) {
        reportGap(&outcome)
        // What was missed does not come any more: offsets count from the greeting's, or from the next one.
        offset = helloOffset
    }

    private mutating func reportGap(_ outcome: inout Outcome) {
        guard !gapIsKnown else { return }
        gapIsKnown = true
        outcome.events.append(.gap)
    }

    private mutating func event(_ frame: JSON, _ outcome: inout Outcome) {
        if let new = frame["offset"].int {
            guard offset.map({ new > $0 }) ?? true else { return }
            offset = new
        }
        read(frame["event"], &outcome)
        takeUnread(frame["unread"], &outcome)
    }

    private mutating func takeUnread(_ wire: JSON, _ outcome: inout Outcome) {
        guard let new = UnreadCount.read(wire), new.supersedes(unread) else { return }
        unread = new
        outcome.events.append(.unread(new))
    }

    /// Reads the published envelope; only feed items are ours.
    private mutating func read(_ envelope: JSON, _ outcome: inout Outcome) {
        guard envelope["type"].string == "notification_feed_item" else { return }
        let wire = envelope["body"]["feedItem"]
        switch envelope["body"]["action"].string {
        case "retracted":
            if let id = wire["id"].string { outcome.events.append(.retracted(id: id)) }
        case let action? where action == "sent" || action == "updated":
            let (item, diagnostics) = FeedItem.read(wire, at: "/event/body/feedItem")
            outcome.diagnostics += diagnostics
            guard let item else { return }
            if action == "updated" {
                outcome.events.append(.updated(item))
            } else if seenItems.insert(item.id) {
                outcome.events.append(.item(item))
            }
        default:
            let message = "an unknown action was skipped"
            outcome.diagnostics.append(WireDiagnostic(pointer: "/event/body/action", message: message))
        }
    }

    private static func text(_ value: JSON) -> String? { value.string ?? value.int.map { String($0) } }
}

/// The ids seen lately, oldest forgotten first.
struct RecentIds: Sendable {
    /// More than any server sends again after a reconnect.
    private static let capacity = 4096

    private var ids: Set<String> = []
    private var order: [String] = []
    private var oldest = 0

    /// Whether `id` was not there.
    mutating func insert(_ id: String) -> Bool {
        guard ids.insert(id).inserted else { return false }
        if order.count < Self.capacity {
            order.append(id)
        } else {
            ids.remove(order[oldest])
            order[oldest] = id
            oldest = (oldest + 1) % Self.capacity
        }
        return true
    }
}
