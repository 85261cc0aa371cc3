extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral,
    ExpressibleByStringInterpolation
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .int(value) }
    /// A number that is no integer.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// An object; of a repeated key the last value counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(JSONObject(elements))
    }

    /// A string, or `null` for none.
    public init(_ value: String?) { self = value.map(JSON.string) ?? .null }

    /// An integer, or `null` for none.
    public init(_ value: Int64?) { self = value.map(JSON.int) ?? .null }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// The given members in order; of a repeated key the last value counts.
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }
}
