/// Which part of a list is wanted.
///
/// A list is ordered by (sort key, id), both in ``order``; text compares by code point.
package struct PageRequest<Sort: Sendable & Hashable>: Sendable, Hashable {
    package static var defaultLimit: Int { 20 }
    /// Largest ``limit`` that a store takes.
    package static var maximumLimit: Int { 100 }

    /// 1 to ``maximumLimit``; the store clamps.
    package var limit: Int
    package var sort: Sort
    package var order: PageOrder
    package var affix: PageAffix
    /// Where the page begins or ends; `nil` starts at the list's beginning, for `prepend` at its end.
    package var boundary: PageBoundary?

    package init(
        limit: Int = 20,
        sort: Sort,
        order: PageOrder = .descending,
        affix: PageAffix = .append,
        boundary: PageBoundary? = nil
    ) {
        self.limit = limit
        self.sort = sort
        self.order = order
        self.affix = affix
        self.boundary = boundary
    }
}

package enum PageOrder: String, Sendable {
    case ascending = "asc"
    case descending = "desc"
}

/// On which side of the boundary the page lies; a page is always returned in list order.
package enum PageAffix: String, Sendable {
    /// Strictly after the boundary.
    case append
    /// Strictly before the boundary, the nearest ones.
    case prepend
}

/// A row of the list, named by id, by sort key or both.
///
/// The row's stored key counts; the key given here is used when there is no such row. A key alone stands for every row
/// with that key.
package struct PageBoundary: Sendable, Hashable {
    package var id: String?
    /// In terms of the page's sort: a number for times, text for names.
    package var key: PageKey?

    package init(id: String?, key: PageKey?) {
        self.id = id
        self.key = key
    }
}

/// The value a list is sorted by.
package enum PageKey: Sendable, Hashable {
    case number(Int64)
    case text(String)
}

/// Part of a list, in list order.
package struct Page<Element: Sendable>: Sendable {
    package var items: [Element]
    /// The limit that was used.
    package var limit: Int
    /// Where the list goes on in the direction that was asked; `nil` on the last page.
    package var next: PageCursor?
    /// When the page becomes another one by time alone, in Unix seconds; `nil` when that never happens.
    package var freshUntil: Int64?

    package init(items: [Element], limit: Int, next: PageCursor?, freshUntil: Int64? = nil) {
        self.items = items
        self.limit = limit
        self.next = next
        self.freshUntil = freshUntil
    }
}

/// What a client repeats to get the page after this one.
package struct PageCursor: Sendable, Hashable {
    package var affix: PageAffix
    package var id: String
    /// `sentAt` of a feed item, `updatedAt` of anything else.
    package var time: Int64
    /// The value of the field that the list is sorted by.
    package var sortKey: PageKey

    package init(affix: PageAffix, id: String, time: Int64, sortKey: PageKey) {
        self.affix = affix
        self.id = id
        self.time = time
        self.sortKey = sortKey
    }
}

extension Page: Equatable where Element: Equatable {}
