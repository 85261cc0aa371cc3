internal import Values

/// A value that is bound to a parameter; values never become part of the SQL text.
enum SQLValue: Sendable {
    case null
    case int(Int64)
    case double(Double)
    case text(String)
    /// Text as bytes of UTF-8.
    case utf8([UInt8])

    init(_ value: String?) { self = value.map(SQLValue.text) ?? .null }
    init(_ value: Int64?) { self = value.map(SQLValue.int) ?? .null }
    init(_ value: Int) { self = .int(Int64(value)) }
    init(_ value: Bool) { self = .int(value ? 1 : 0) }
    init(_ value: JSON) { self = .text(value.text) }
    init(_ value: WrittenJSON?) { self = value.map { .utf8($0.bytes) } ?? .null }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int64) { self = .int(value) }
    init(nilLiteral: ()) { self = .null }
}
