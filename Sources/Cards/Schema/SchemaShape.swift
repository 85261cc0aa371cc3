package import Values

/// What the strict form of a card takes as a property's value.
package enum SchemaType: Sendable, Hashable {
    case text
    /// At most so many characters.
    case shortText(Int)
    /// Exactly this text.
    case constant(String)
    case choice([String])
    case bool
    /// `maximum` is `nil` where there is none.
    case number(minimum: Double, maximum: Double?)
    /// Px: a number of 0 or more.
    case length
    case integer(minimum: Int)
    case integerChoice([Int])
    case color
    case padding
    case dimension
    case icon
    case weight
    /// At least one.
    case elements
    /// At least one.
    case tabs
    case action
    case style
    /// At least one.
    case texts
    /// Lists of texts, perhaps none.
    case rows
    case object
    /// An object of texts.
    case textMap
}

/// One property of an object in a card.
package struct SchemaProperty: Sendable, Hashable {
    package var name: String
    package var type: SchemaType
    package var isRequired: Bool
    /// The value that the published schema names for an absent one.
    package var standard: JSON?

    static func required(_ name: String, _ type: SchemaType) -> Self {
        Self(name: name, type: type, isRequired: true, standard: nil)
    }

    static func optional(_ name: String, _ type: SchemaType, default standard: JSON? = nil) -> Self {
        Self(name: name, type: type, isRequired: false, standard: standard)
    }

    static func choice<Choice>(_ name: String, _ type: Choice.Type, default standard: Choice) -> Self
    where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
        optional(name, .choice(Choice.allCases.map(\.rawValue)), default: .string(standard.rawValue))
    }
}

/// The properties of one kind of object; others are refused in the strict form.
package struct SchemaShape: Sendable, Hashable {
    /// The value of `type` for elements and actions.
    package var name: String
    package var properties: [SchemaProperty]
    /// Of these at least one must be there; empty asks for none.
    package var needsOneOf: [String] = []

    package func property(_ name: String) -> SchemaProperty? { properties.first { $0.name == name } }
}
