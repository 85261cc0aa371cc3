internal import CJSONBridge

/// JSON text in and out: the one parser and the one writer; RFC 8259.
///
/// A byte order mark at the start is dropped. Of a key given twice the last value counts. A number with a point or an
/// exponent is a double, one without is a 64-bit integer; one that neither holds is an error, never another number.
public enum JSONText {
    /// Bounds on what is read.
    public struct Limits: Sendable {
        /// Deepest nesting that is safe to walk, print and free by recursion on any thread; what is asked above it is
        /// lowered to it.
        public static let greatestDepth = 1000

        /// Longest text in bytes.
        public var bytes: Int
        /// Deepest nesting of arrays and objects.
        public var depth: Int

        /// 64 MiB and 1,000 levels unless said.
        public init(bytes: Int = 64 << 20, depth: Int = greatestDepth) {
            self.bytes = bytes
            self.depth = depth
        }
    }

    /// Reads one JSON value and nothing doubtful.
    ///
    /// - Throws: ``HeraldError`` with `bad_json`, the line and column of the fault, and the pointer to it.
    public static func parse(
        _ text: [UInt8],
        limits: Limits = Limits(),
        file: String = ""
    ) throws(HeraldError) -> JSON {
        try read(text, limits: limits, file: file, keepsGoing: false).value
    }

    /// Reads one JSON value from text.
    public static func parse(_ text: String, limits: Limits = Limits(), file: String = "") throws(HeraldError) -> JSON {
        try parse(Array(text.utf8), limits: limits, file: file)
    }

    /// Reads one JSON value of which parts may be lost.
    ///
    /// A number that no double or 64-bit integer holds, and a string with half a surrogate pair, become `null` with a
    /// warning, so that one bad item in a page does not cost the page.
    /// - Throws: ``HeraldError`` with `bad_json` for what is no JSON at all.
    public static func salvage(
        _ text: [UInt8],
        limits: Limits = Limits(),
        file: String = ""
    ) throws(HeraldError) -> JSONReading {
        try read(text, limits: limits, file: file, keepsGoing: true)
    }

    private static func read(
        _ text: [UInt8],
        limits: Limits,
        file: String,
        keepsGoing: Bool
    ) throws(HeraldError) -> JSONReading {
        guard text.count <= limits.bytes else {
            throw HeraldError(.badJSON, "the text has \(text.count) bytes, more than \(limits.bytes)")
        }
        let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let depth = max(0, min(limits.depth, Limits.greatestDepth))
        let quick = text.withUnsafeBytes { bytes in
            // Of repeated keys the slow reader tells more.
            JSONFastReader.read(.init(rebasing: bytes[start...]), depth: depth, refusesRepeats: keepsGoing)
        }
        if let quick { return JSONReading(value: quick, warnings: []) }
        // The fast reader knows no places: read again, slowly, to find the fault. For that alone no tree is made.
        if !keepsGoing {
            var check = JSONScanner(
                text,
                from: start,
                depth: depth,
                file: file,
                keepsGoing: false,
                keepsValues: false
            )
            _ = try check.read()
        }
        var scanner = JSONScanner(text, from: start, depth: depth, file: file, keepsGoing: keepsGoing)
        return try scanner.read()
    }

    /// Reads JSON text that this process wrote, without a copy of it.
    package static func parse(written text: UnsafeRawBufferPointer, depth: Int) -> JSON? {
        JSONFastReader.read(text, depth: depth)
    }

    /// How many bytes reading takes for a while, at most, beside the value.
    package static func cost(_ text: UnsafeRawBufferPointer) -> Int {
        guard let start = text.baseAddress else { return 0 }
        return herald_json_cost(start.assumingMemoryBound(to: CChar.self), text.count)
    }
}

/// What was read, and what is odd about it.
public struct JSONReading: Sendable {
    /// The value.
    public var value: JSON
    /// In no stated order.
    public var warnings: [JSONWarning]
}

/// Something odd in a JSON text that still could be read.
public struct JSONWarning: Sendable, Hashable {
    /// What is odd.
    public enum Kind: String, Sendable {
        /// A key was given twice in one object.
        case duplicateKey
        /// A value could not be held and is `null` now.
        case lostValue
    }

    /// What is odd.
    public var kind: Kind
    /// One sentence for a person.
    public var message: String
    /// JSON Pointer from the root of the text.
    public var pointer: String
    /// Where in the text, when known.
    public var place: SourcePlace?

    init(_ kind: Kind, _ message: String, at pointer: String, place: SourcePlace? = nil) {
        self.kind = kind
        self.message = message
        self.pointer = pointer
        self.place = place
    }
}
