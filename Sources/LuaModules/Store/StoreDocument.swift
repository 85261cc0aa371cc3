internal import Scripting
internal import Values

/// What is in the file of a store, and how much may be.
struct StoreDocument {
    /// Values are small: a store is read and written whole.
    static let largestKey = 256
    static let largestValue = 64 << 10
    static let largestFile = 1 << 20
    private static let version: Int64 = 1

    private(set) var values: JSONObject

    /// An empty store.
    init() { values = JSONObject() }

    /// - Throws: `bad_json` for what is no store, `unsupported` for a store of a newer version.
    init(_ bytes: [UInt8]) throws(HeraldError) {
        let json = try JSONText.parse(bytes, limits: JSONText.Limits(depth: JSON.depthLimit + 2))
        guard let version = json["version"].int, let values = json["values"].object else {
            throw HeraldError(.badJSON, "it has no version and values")
        }
        guard version == Self.version else {
            throw HeraldError(.unsupported, "it is of version \(version), and this program knows \(Self.version)")
        }
        self.values = values
    }

    /// - Throws: `too_large` when the value, or the store with it, is over its limit.
    mutating func set(_ key: String, _ value: JSON?) throws(HeraldError) {
        if let value { try Self.check(value) }
        values[key] = value
        guard bytes.count <= Self.largestFile else {
            throw HeraldError(
                .tooLarge,
                "the store would have more than \(Self.largestFile >> 20) MiB",
                hint: "remove keys that are not needed"
            )
        }
    }

    /// - Throws: `invalid_argument` for a key that is empty or too long.
    static func check(key: String) throws(HeraldError) {
        let count = key.utf8.count
        guard (1...largestKey).contains(count) else {
            throw HeraldError(.invalidArgument, "expected a key of 1 to \(largestKey) bytes, got one of \(count)")
        }
    }

    /// Refuses a value that is too large, before anything else is done for it.
    static func check(_ value: JSON) throws(HeraldError) {
        let size = value.text.utf8.count
        guard size <= largestValue else {
            throw HeraldError(
                .tooLarge,
                "the value has \(size) bytes as JSON; at most \(largestValue >> 10) KiB are kept",
                hint: "keep large things in files"
            )
        }
    }

    var bytes: [UInt8] {
        let json: JSON = ["version": .int(Self.version), "values": .object(values)]
        return Array((json.text + "\n").utf8)
    }
}
