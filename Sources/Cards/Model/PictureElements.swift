/// A picture.
package struct ImageElement: Sendable, Hashable {
    package var url: ModalText
    package var altText: String?
    package var fit: ImageFit
    /// `nil` fills the width.
    package var width: Dimension?
    /// `nil` is 200 px, or the picture's own ratio when the width is a number.
    package var height: Dimension?
    package var borderRadius: Double
    package var padding: Padding
}

package enum ImageFit: String, Sendable, CaseIterable {
    case cover
    case contain
    case fill
}

/// A sign.
package struct IconElement: Sendable, Hashable {
    package var icon: IconReference
    package var size: Double
    package var color: CardColor?
    package var backgroundColor: CardColor?
    package var borderRadius: Double
    /// Outside of ``size``, the same on all sides.
    package var padding: Double
}

/// A person's picture or initials.
package struct AvatarElement: Sendable, Hashable {
    package var imageUrl: ModalText?
    /// At most two characters.
    package var initials: String?
    package var size: Double
    package var borderRadius: Double
    package var backgroundColor: CardColor?
    package var fontSize: Double
    package var fontWeight: FontWeight
}
