import Storage
import Values

/// The envelope of one thing and of a list.
enum Envelope {
    static func single(_ data: JSON, status: Int = 200) -> ServerReply { .json(status, ["data": data]) }

    static func single(_ data: WrittenJSON) -> ServerReply {
        var text = JSONTextBuilder(room: data.bytes.count + 16)
        text.openObject()
        text.member("data", data)
        text.closeObject()
        return .json(text: text.bytes)
    }

    /// A page; `cursorKey` is `sentAt` or `updatedAt`, and the field that the list is sorted by comes beside it.
    static func list<Element>(
        _ page: Page<Element>,
        cursorKey: String,
        sort: String,
        _ encode: (Element) -> JSON
    ) -> ServerReply {
        list(page, cursorKey: cursorKey, sort: sort) { element, text in text.value(encode(element)) }
    }

    /// A page of things that are written without a tree in between; `room` is about how many bytes they need.
    static func list<Element>(
        _ page: Page<Element>,
        cursorKey: String,
        sort: String,
        room: Int? = nil,
        write: (Element, inout JSONTextBuilder) -> Void
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
        var text = JSONTextBuilder(room: room ?? 1024 * page.items.count)
        text.openObject()
        text.name("data")
        text.openArray()
        for item in page.items { write(item, &text) }
        text.closeArray()
        text.member("meta", meta)
        text.closeObject()
        return .json(text: text.bytes)
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
