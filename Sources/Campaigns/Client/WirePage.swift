internal import Values

/// Where a list goes on: what the server gave for the next page, sent back as it came.
package struct PageCursor: Sendable, Hashable {
    /// Request parameters.
    var parameters: JSONObject

    /// Reads `meta`; `nil` on the last page.
    static func read(_ meta: JSON) -> PageCursor? {
        if let opaque = meta["cursor"].string, !opaque.isEmpty {
            return PageCursor(parameters: JSONObject([("cursor", .string(opaque))]))
        }
        guard let next = meta["next"].object else { return nil }
        let hasKey = ["sentAt", "updatedAt", "id"].contains { next[$0].map { !$0.isNull } ?? false }
        return hasKey ? PageCursor(parameters: next) : nil
    }

    /// The parameters, without those the query itself has.
    func query(besides taken: [(name: String, value: String)]) -> [(name: String, value: String)] {
        let names = Set(taken.map(\.name))
        return parameters.compactMap { key, value in
            guard !names.contains(key) else { return nil }
            switch value {
            case .string(let text): return (key, text)
            case .int(let number): return (key, String(number))
            case .double(let number): return (key, String(number))
            case .bool(let flag): return (key, String(flag))
            case .null, .array, .object: return nil
            }
        }
    }
}

/// One page of a list.
package struct WirePage<Entry: Sendable>: Sendable {
    package var entries: [Entry]
    /// `nil` on the last page.
    package var next: PageCursor?
    /// Entries and fields that were not as expected.
    package var diagnostics: [WireDiagnostic]

    package init(entries: [Entry], next: PageCursor?, diagnostics: [WireDiagnostic]) {
        self.entries = entries
        self.next = next
        self.diagnostics = diagnostics
    }

    /// Reads a list envelope.
    ///
    /// - Throws: `server` with pointer `/data` when there is no list, so that a fault never looks like the end.
    static func read(
        _ envelope: JSON,
        entry: (JSON, String) -> (entry: Entry?, diagnostics: [WireDiagnostic])
    ) throws(HeraldError) -> WirePage {
        guard let data = envelope["data"].array else {
            let kind = envelope["data"].isNull ? "nothing" : envelope["data"].kind
            throw HeraldError(.server, "the server sent \(kind) where a list belongs", pointer: "/data")
        }
        var page = WirePage(entries: [], next: PageCursor.read(envelope["meta"]), diagnostics: [])
        page.entries.reserveCapacity(data.count)
        for (place, value) in data.enumerated() {
            let reading = entry(value, "/data/\(place)")
            page.diagnostics += reading.diagnostics
            if let entry = reading.entry { page.entries.append(entry) }
        }
        return page
    }
}

package typealias FeedPage = WirePage<FeedItem>
