/// Plain text.
package struct TextElement: Sendable, Hashable {
    package var content: String
    package var variant: TextVariant
    package var color: CardColor?
    package var align: TextAlign
    package var fontWeight: FontWeight
    /// `nil` is no limit.
    package var maxLines: Int?
    package var padding: Padding
}

package enum TextVariant: String, Sendable, CaseIterable {
    case title
    case heading1
    case heading2
    case heading3
    case heading4
    case body
    case caption1
    case caption2

    /// Font size in px.
    package var size: Double {
        switch self {
        case .title: 32
        case .heading1: 24
        case .heading2: 20
        case .heading3: 18
        case .heading4: 16
        case .body: 14
        case .caption1: 12
        case .caption2: 10
        }
    }
}

package enum TextAlign: String, Sendable, CaseIterable {
    case left
    case center
    case right
    case justify
}

/// Formatted text.
package struct MarkdownElement: Sendable, Hashable {
    package var content: String
    package var baseFontSize: Double
    package var lineHeight: Double
    package var color: CardColor?
    package var linkColor: CardColor?
}

/// Program text.
package struct CodeBlockElement: Sendable, Hashable {
    package var content: String
    package var language: String?
    package var backgroundColor: CardColor?
    package var textColor: CardColor?
    package var padding: Padding
    package var borderRadius: Double
    package var fontSize: Double
    package var languageLabelFontSize: Double
    package var languageLabelColor: CardColor?
}

/// A header row and rows of text, each as long as the header.
package struct TableElement: Sendable, Hashable {
    package var columns: [String]
    package var rows: [[String]]
    package var headerBackgroundColor: CardColor?
    package var border: Bool
    package var stripedRows: Bool
    package var stripedRowColor: CardColor?
    package var borderColor: CardColor?
    package var cellPadding: Double
    package var fontSize: Double
}
