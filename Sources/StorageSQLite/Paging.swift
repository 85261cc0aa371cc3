internal import Storage
internal import Values

/// A list that can be read page by page: which table, which rows, which order.
struct PagedList {
    /// Table name; like all names here a constant of the driver.
    var table: String
    var columns: String
    /// Conditions that rows fulfil, joined with AND.
    var conditions: [String] = []
    var values: [SQLValue] = []
    /// Column that the list is sorted by.
    var sortColumn: String
    var sortsByText = false
    /// Only rows that fulfil this may serve as a boundary, so that a user learns nothing of others' rows.
    var boundaryCondition: (sql: String, value: SQLValue)?

    mutating func filter(_ condition: String, _ values: SQLValue...) {
        conditions.append(condition)
        self.values += values
    }
}

/// What a cursor needs to know of a row.
struct CursorFields {
    var id: String
    var time: Int64
    var sortKey: PageKey
}

extension PagedList {
    /// Reads one page; the rows after it are known to exist, or not, by one row more than asked.
    func page<Sort, Element: Sendable>(
        _ request: PageRequest<Sort>,
        on connection: Connection,
        convert: (inout Row) -> Element,
        cursor: (Element) -> CursorFields
    ) throws(HeraldError) -> Page<Element> {
        let limit = min(max(request.limit, 1), PageRequest<Sort>.maximumLimit)
        // A page before the boundary is read away from it, nearest first, and turned round.
        let readsBackward = request.affix == .prepend
        let isDescending = (request.order == .descending) != readsBackward
        var list = self
        if let boundary = request.boundary {
            try list.start(after: boundary, isDescending: isDescending, on: connection)
        }
        let direction = isDescending ? "DESC" : "ASC"
        let filter = list.conditions.isEmpty ? "" : "WHERE " + list.conditions.joined(separator: " AND ")
        var rows = try connection.judgedRows(
            """
            SELECT \(columns) FROM \(table) \(filter)
            ORDER BY \(sortColumn) \(direction), id \(direction) LIMIT ?
            """,
            list.values + [SQLValue(limit + 1)],
            convert
        )
        let hasMore = rows.cut(to: limit)
        // Id and sort key of a damaged row are whole: both were read as they lie in the index.
        let outermost = rows.values.last.map(cursor)
        // One bad row costs itself, not the page; whoever asks for it alone hears of it.
        var items = connection.sound(rows, of: table)
        if readsBackward { items.reverse() }
        let next = outermost.map {
            PageCursor(affix: request.affix, id: $0.id, time: $0.time, sortKey: $0.sortKey)
        }
        return Page(items: items, limit: limit, next: hasMore ? next : nil)
    }

    private mutating func start(
        after boundary: PageBoundary,
        isDescending: Bool,
        on connection: Connection
    ) throws(HeraldError) {
        let comparison = isDescending ? "<" : ">"
        if let id = boundary.id {
            let stored = try storedKey(of: id, on: connection)
            let key = if let stored { stored } else { try fallbackKey(of: boundary) }
            filter("(\(sortColumn), id) \(comparison) (?, ?)", key, .text(id))
        } else if boundary.key != nil {
            filter("\(sortColumn) \(comparison) ?", try fallbackKey(of: boundary))
        }
    }

    private func storedKey(of id: String, on connection: Connection) throws(HeraldError) -> SQLValue? {
        var condition = "id = ?"
        var values = [SQLValue.text(id)]
        if let boundaryCondition {
            condition += " AND \(boundaryCondition.sql)"
            values.append(boundaryCondition.value)
        }
        return try connection.first("SELECT \(sortColumn) FROM \(table) WHERE \(condition)", values) { row in
            sortsByText ? .text(row.text()) : .int(row.int())
        }
    }

    private func fallbackKey(of boundary: PageBoundary) throws(HeraldError) -> SQLValue {
        switch (boundary.key, sortsByText) {
        case (.number(let number)?, false): return .int(number)
        case (.text(let text)?, true): return .text(text)
        default:
            throw HeraldError(
                .invalidArgument,
                "the row that the page begins at is gone, and the cursor does not hold its sort key",
                hint: "start again from the first page"
            )
        }
    }
}
