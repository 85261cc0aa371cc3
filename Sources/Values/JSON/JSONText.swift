internal import CJSONBridge

/// JSON text in and out: the one parser and the one writer.
public enum JSONText {
    /// Bounds on what is read.
    public struct Limits: Sendable {
        /// Longest text in bytes.
        public var bytes: Int
        /// Deepest nesting of arrays and objects.
        public var depth: Int

        /// 64 MiB and 1,000 levels unless said.
        public init(bytes: Int = 64 << 20, depth: Int = 1000) {
            self.bytes = bytes
            self.depth = depth
        }
    }

    /// Reads one JSON value.
    ///
    /// - Throws: ``HeraldError`` with `bad_json` and the line and column of the fault.
    public static func parse(_ text: [UInt8], limits: Limits = Limits()) throws(HeraldError) -> JSON {
        guard text.count <= limits.bytes else {
            throw HeraldError(.badJSON, "the text has \(text.count) bytes, more than \(limits.bytes)")
        }
        let builder = JSONTreeBuilder()
        var message: UnsafePointer<CChar>?
        var visitor = JSONTreeBuilder.visitor
        let status = text.withUnsafeBytes { bytes in
            herald_json_walk(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                bytes.count,
                limits.depth,
                &visitor,
                Unmanaged.passUnretained(builder).toOpaque(),
                &message
            )
        }
        guard status == HERALD_JSON_OK.rawValue, let root = builder.root else {
            throw HeraldError(.badJSON, message.map { String(cString: $0) } ?? "not JSON")
        }
        return root
    }

    /// Reads one JSON value from text.
    public static func parse(_ text: String, limits: Limits = Limits()) throws(HeraldError) -> JSON {
        try parse(Array(text.utf8), limits: limits)
    }
}
