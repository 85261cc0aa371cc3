/// The members of a JSON object in the order of the text, each key once.
///
/// A key given again replaces the earlier value and keeps its place; ``JSONText/salvage(_:limits:file:)`` tells of them.
public struct JSONObject: Sendable, Hashable {
    /// Up to this many members a scan of the keys beats hashing them.
    private static let scanLimit = 12

    private var members: [(key: String, value: JSON)] = []
    private var index: [MemberKey: Int] = [:]

    /// No members.
    public init() {}

    /// The given members; of a repeated key the last value counts.
    public init(_ members: some Collection<(String, JSON)>) {
        self.init(room: members.count)
        for (key, value) in members { _ = add(key, value) }
    }

    /// No members yet, and room for `count`.
    init(room count: Int) {
        members.reserveCapacity(count)
        if count > Self.scanLimit { index.reserveCapacity(count) }
    }

    /// Adds a member or replaces the value of the one with this key; says whether there was one.
    mutating func add(_ key: String, _ value: JSON) -> Bool {
        guard let place = position(of: key) else {
            append(key, value)
            return false
        }
        members[place].value = value
        return true
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
        let key = MemberKey(text: key)
        if members.count > Self.scanLimit { return index[key] }
        return members.firstIndex { MemberKey(text: $0.key) == key }
    }

    private mutating func append(_ key: String, _ value: JSON) {
        members.append((key, value))
        if members.count == Self.scanLimit + 1 {
            reindex()
        } else if members.count > Self.scanLimit {
            index[MemberKey(text: key)] = members.count - 1
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        reindex()
    }

    private mutating func reindex() {
        index.removeAll(keepingCapacity: true)
        guard members.count > Self.scanLimit else { return }
        for (place, member) in members.enumerated() { index[MemberKey(text: member.key)] = place }
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

/// A key as JSON compares it: by its bytes, where `String` takes different spellings of one letter for the same.
private struct MemberKey: Hashable, Sendable {
    let text: String

    static func == (left: Self, right: Self) -> Bool {
        // Different texts are told apart quickly; the same ones rarely need the second look.
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONObject: Sequence {
    /// Walks the members in order.
    public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> { members.makeIterator() }
}
