/// The members of a JSON object in the order of the text, each key once.
///
/// A key given again replaces the earlier value and keeps its place; ``JSONText/salvage(_:limits:file:)`` tells of them.
public struct JSONObject: Sendable, Hashable {
    /// Up to this many members a scan of the keys beats hashing them.
    private static let scanLimit = 12

    private var members: [(key: String, value: JSON)] = []
    private var index: [String: Int] = [:]

    /// No members.
    public init() {}

    /// The given members; of a repeated key the last value counts.
    public init(_ members: some Sequence<(String, JSON)>) {
        for (key, value) in members { self[key] = value }
    }

    /// Takes keys and values side by side and tells which keys came more than once.
    init(keys: ArraySlice<String>, values: ArraySlice<JSON>, repeated: inout [String]) {
        members.reserveCapacity(keys.count)
        for (key, value) in zip(keys, values) {
            if let place = position(of: key) {
                members[place].value = value
                repeated.append(key)
            } else {
                append(key, value)
            }
        }
    }

    /// How many members there are.
    public var count: Int { members.count }

    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a member; setting `nil` removes it.
    public subscript(key: String) -> JSON? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (nil, let value?): append(key, value)
            case (let place?, nil): remove(at: place)
            case (nil, nil): break
            }
        }
    }

    private func position(of key: String) -> Int? {
        if members.count > Self.scanLimit { return index[key] }
        return members.firstIndex { $0.key == key }
    }

    private mutating func append(_ key: String, _ value: JSON) {
        members.append((key, value))
        if members.count == Self.scanLimit + 1 {
            reindex()
        } else if members.count > Self.scanLimit {
            index[key] = members.count - 1
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        reindex()
    }

    private mutating func reindex() {
        index.removeAll(keepingCapacity: true)
        guard members.count > Self.scanLimit else { return }
        for (place, member) in members.enumerated() { index[member.key] = place }
    }

    /// Equal when the same keys have the same values; order does not matter, as in JSON.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    /// Feeds the members without regard to order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            var own = Hasher()
            own.combine(member.key)
            own.combine(member.value)
            sum &+= own.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: Sequence {
    /// Walks the members in order.
    public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
