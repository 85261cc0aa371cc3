/// A colour of one mode, sRGB.
package struct RGBColor: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// 255 is opaque.
    package var alpha: UInt8 = 255

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// From `0xRRGGBB`.
    package init(_ value: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value)
        )
    }
}

/// A colour for light and dark mode; `nil` is "transparent": nothing painted, or the theme's own for text.
package struct CardColor: Sendable, Hashable {
    package var light: RGBColor?
    package var dark: RGBColor?

    package init(light: RGBColor?, dark: RGBColor?) {
        self.light = light
        self.dark = dark
    }
}

/// Text that may differ between light and dark mode.
package struct ModalText: Sendable, Hashable {
    package var light: String
    package var dark: String
}

/// Room inside a box, px.
package struct Padding: Sendable, Hashable {
    package var top = 0.0
    package var right = 0.0
    package var bottom = 0.0
    package var left = 0.0

    package init(top: Double = 0, right: Double = 0, bottom: Double = 0, left: Double = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    package init(all side: Double) { self.init(top: side, right: side, bottom: side, left: side) }
}

/// A length.
package enum Dimension: Sendable, Hashable {
    case points(Double)
    /// Of the width of the parent's content, for heights too.
    case percent(Double)
}

/// An icon by name, by URL, or both; the URL wins where pictures can be shown.
package struct IconReference: Sendable, Hashable {
    package var name: String?
    package var url: String?
}

/// The box around a container.
package struct BoxStyle: Sendable, Hashable {
    package var padding = Padding()
    package var backgroundColor: CardColor?
    package var borderRadius = 0.0
    package var borderColor: CardColor?
    package var borderWidth = 0.0
}

package enum FontWeight: String, Sendable, CaseIterable {
    case regular
    case medium
    case bold
}

/// Where children or labels stand along one direction.
package enum Placement: String, Sendable, CaseIterable {
    case start
    case center
    case end
}
