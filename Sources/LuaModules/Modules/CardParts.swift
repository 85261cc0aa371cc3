internal import Cards
internal import Scripting
internal import Values

extension LuaModule {
    /// A function for each element, action and tab of the card format: `herald.card.text { content = "…" }` gives a table
    /// in the strict form, to be put into others and into `herald.card { body = { … } }`.
    mutating func addCardParts() {
        let count = Lock(0)
        // Of the run: ids are one card's alone, and parts are put together in any order.
        let newID = { @Sendable (type: String) -> String in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return "\(type)-\(number)"
        }
        for name in CardBuilder.names {
            function(name) { (properties: JSON) throws -> JSON in
                do throws(HeraldError) {
                    return try CardBuilder.build(name, properties, newID: newID)
                } catch {
                    var named = error
                    named.message = "herald.card.\(name): \(error.message)"
                    throw named
                }
            }
        }
    }
}
