import Values

/// What a report of an engagement may be about.
enum EngagementTopic {
    /// Longest topic.
    static let maximumBytes = 64

    static let schema = APISchema.pattern("^[A-Za-z0-9_-]{1,\(maximumBytes)}$")

    /// The topic of a body; an older form of it names the topic `type`.
    static func read(_ reader: inout BodyReader) -> String? {
        let name = reader.body["topic"].isNull ? "type" : "topic"
        let topic = reader.text(name, maximumBytes: maximumBytes)
        if let topic, !topic.utf8.allSatisfy(isTopicByte) {
            reader.refuse("\(name) may have letters, digits, - and _ only")
        }
        return topic
    }

    private static func isTopicByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
