/// Children side by side.
package struct RowElement: Sendable, Hashable {
    package var items: [CardElement]
    package var gap: Double
    package var align: RowAlign
    /// Vertical.
    package var crossAlign: Placement
    package var wrap: Bool
    package var scrollable: Bool
    package var peek: Double
    package var snap: RowSnap
    package var box: BoxStyle
}

package enum RowAlign: String, Sendable, CaseIterable {
    case start
    case center
    case end
    case spaceBetween
    case spaceAround
}

package enum RowSnap: String, Sendable, CaseIterable {
    case item
    case free
}

/// Children one below the other.
package struct ColumnElement: Sendable, Hashable {
    package var items: [CardElement]
    package var gap: Double
    package var align: ColumnAlign
    /// Horizontal.
    package var crossAlign: Placement
    package var box: BoxStyle
}

package enum ColumnAlign: String, Sendable, CaseIterable {
    case start
    case center
    case end
    /// Children take the full width.
    case stretch
}

/// Children in columns of one width, row by row.
package struct GridElement: Sendable, Hashable {
    package var items: [CardElement]
    /// From 1 to 4.
    package var columns: Int
    package var gap: Double
    package var box: BoxStyle
}

/// A header that shows or hides what is under it.
package struct AccordionElement: Sendable, Hashable {
    package var header: String
    /// Laid out as a row in place of ``header``, when not empty; not in the published format.
    package var headerItems: [CardElement]
    package var headerIcon: IconReference?
    package var body: [CardElement]
    package var expandedByDefault: Bool
    package var border: Bool
    package var padding: Padding
    package var fontSize: Double
    package var fontWeight: FontWeight
    package var borderRadius: Double
}

/// Panels of which one shows.
package struct TabsElement: Sendable, Hashable {
    package struct Tab: Sendable, Hashable {
        package var label: String
        package var content: [CardElement]
    }

    package var tabs: [Tab]
    package var defaultActiveTab: Int
    package var tabAlign: TabAlign
    package var tabPadding: Padding
    package var contentPadding: Padding
    package var fontSize: Double
}

package enum TabAlign: String, Sendable, CaseIterable {
    case start
    case center
    case stretch
}
