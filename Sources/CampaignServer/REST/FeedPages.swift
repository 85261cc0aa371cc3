import Storage
import Values

/// Pages of feeds as they were sent, so that who asks again for what has not changed gets it without any reading.
///
/// A page is right as long as its user's items are what they were and nothing on it expires.
final class FeedPages: Sendable {
    /// What a page is made from.
    struct Key: Sendable, Hashable {
        var standing: UserStanding
        var query: FeedQuery
    }

    private struct Entry: Sendable {
        var text: [UInt8]
        var freshUntil: Int64?
    }

    /// Pages by how lately they were used: when the new ones fill their room they become the old ones, and those go.
    private struct Shelf: Sendable {
        var new: [Key: Entry] = [:]
        var old: [Key: Entry] = [:]
        var newBytes = 0
    }

    private let bytes: Int
    private let clock: any HeraldClock
    private let shelf = Lock(Shelf())

    /// Keeps pages of up to so many bytes in all.
    init(bytes: Int = 32 << 20, clock: any HeraldClock) {
        self.bytes = bytes
        self.clock = clock
    }

    /// The page, when it is kept and still right.
    func page(_ key: Key) -> [UInt8]? {
        let now = clock.wallSeconds
        return shelf.withLock { shelf in
            let isOld = shelf.new[key] == nil
            guard let entry = isOld ? shelf.old.removeValue(forKey: key) : shelf.new[key] else { return nil }
            if let end = entry.freshUntil, end <= now { return nil }
            if isOld { put(entry, key, &shelf) }
            return entry.text
        }
    }

    /// Keeps a page.
    func keep(_ text: [UInt8], freshUntil: Int64?, for key: Key) {
        shelf.withLock { put(Entry(text: text, freshUntil: freshUntil), key, &$0) }
    }

    private func put(_ entry: Entry, _ key: Key, _ shelf: inout Shelf) {
        if shelf.newBytes + entry.text.count > bytes / 2 {
            shelf.old = shelf.new
            shelf.new = [:]
            shelf.newBytes = 0
        }
        guard entry.text.count <= bytes / 2 else { return }
        shelf.newBytes += entry.text.count - (shelf.new[key]?.text.count ?? 0)
        shelf.new[key] = entry
    }
}
