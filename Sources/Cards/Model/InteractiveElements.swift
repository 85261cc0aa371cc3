/// A labelled button.
package struct ButtonElement: Sendable, Hashable {
    /// Height of a button that says none, px.
    static let standardSize = 40.0

    package var label: String
    package var action: CardAction
    package var textColor: CardColor?
    package var icon: IconReference?
    package var iconPosition: IconPosition
    /// Height, px.
    package var size: Double
    package var fullWidth: Bool
    package var fontSize: Double
    package var box: BoxStyle
    /// Not in the published format.
    package var variant: ButtonVariant?
}

package enum IconPosition: String, Sendable, CaseIterable {
    case left
    case right
}

package enum ButtonVariant: String, Sendable, CaseIterable {
    case filled
    case outlined
    case text
    case tonal
}

/// A button that is only an icon.
package struct IconButtonElement: Sendable, Hashable {
    package var icon: IconReference
    package var action: CardAction
    package var size: Double
    package var color: CardColor?
    package var backgroundColor: CardColor?
    package var borderRadius: Double
}

/// Text to tap.
package struct LinkElement: Sendable, Hashable {
    package var text: String
    package var action: CardAction
    package var color: CardColor?
    package var underline: Bool
    package var fontSize: Double
}
