import Storage
import Values

/// The envelope of one thing and of a list.
enum Envelope {
    static func single(_ data: JSON, status: Int = 200) -> ServerReply { .json(status, ["data": data]) }

    /// A page; `cursorKey` is `sentAt` or `updatedAt`, and the field that the list is sorted by comes beside it.
    static func list<Element>(
        _ page: Page<Element>,
        cursorKey: String,
        sort: String,
        _ encode: (Element) -> JSON
    ) -> ServerReply {
        var meta: JSON = [
            "current": ["limit": .int(Int64(page.limit)), "count": .int(Int64(page.items.count))]
        ]
        if let next = page.next {
            var cursor: JSON = [
                "affix": .string(next.affix.rawValue), "id": .string(next.id), cursorKey: .int(next.time),
            ]
            if sort != cursorKey { cursor[sort] = next.sortKey.json }
            meta["next"] = cursor
        }
        return .json(200, ["data": .array(page.items.map(encode)), "meta": meta])
    }
}

extension PageKey {
    fileprivate var json: JSON {
        switch self {
        case .number(let number): .int(number)
        case .text(let text): .string(text)
        }
    }
}
