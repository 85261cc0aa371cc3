/// A JSON value that keeps what the text said: integers stay integers, and members keep their order.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

extension JSON {
    /// The value of member `key`, or `null` when this is no object or has no such member.
    public subscript(key: String) -> JSON {
        get {
            if case .object(let object) = self { object[key] ?? .null } else { .null }
        }
        set {
            var object = self.object ?? JSONObject()
            // Let go of the members first, so that the change below does not copy them.
            self = .null
            object[key] = newValue
            self = .object(object)
        }
    }

    /// The element at `index`, or `null` when this is no array or is shorter.
    public subscript(index: Int) -> JSON {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The truth value, when this is one.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, when this is one; `1.0` is not.
    public var int: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    /// The number, when this is one, integers included.
    public var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The text, when this is a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, when this is an array.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, when this is an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// What kind of value this is, in the words that error messages use.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
