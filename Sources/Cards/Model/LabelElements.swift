/// A short mark, such as a count or a state.
package struct BadgeElement: Sendable, Hashable {
    package var text: String
    package var color: CardColor?
    /// Height, px.
    package var size: Double
    package var fontSize: Double
    package var box: BoxStyle
}

/// A short label, with an icon perhaps.
package struct ChipElement: Sendable, Hashable {
    package var text: String
    package var icon: IconReference?
    package var color: CardColor?
    package var fontSize: Double
    package var box: BoxStyle
    /// Not in the published format; a card that has one gets a chip that can be tapped.
    package var action: CardAction?
}

/// A line across.
package struct DividerElement: Sendable, Hashable {
    package var color: CardColor?
    package var thickness: Double
    /// Above and below.
    package var margin: Double
}

/// Empty room.
package struct SpacerElement: Sendable, Hashable {
    package var height: Double
}

/// How far something is.
package struct ProgressBarElement: Sendable, Hashable {
    /// From 0 to 100.
    package var value: Double
    package var label: String?
    package var color: CardColor?
    package var trackColor: CardColor?
    package var labelColor: CardColor?
    package var height: Double
    package var borderRadius: Double
    package var labelFontSize: Double
}
