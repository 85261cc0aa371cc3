/// One place where two JSON values differ.
package struct JSONDifference: Sendable, Hashable {
    /// JSON Pointer of the place.
    package var pointer: String
    /// What was there; `nil` for nothing.
    package var old: JSON?
    /// What is there; `nil` for nothing.
    package var new: JSON?

    package init(pointer: String, old: JSON?, new: JSON?) {
        self.pointer = pointer
        self.old = old
        self.new = new
    }

    /// The smallest places that differ, in the order of the new value; members that are gone come last in their object.
    package static func all(from old: JSON, to new: JSON) -> [JSONDifference] {
        var found: [JSONDifference] = []
        compare(old, new, "", &found)
        return found
    }

    private static func compare(_ old: JSON, _ new: JSON, _ pointer: String, _ found: inout [JSONDifference]) {
        if old == new { return }
        switch (old, new) {
        case (.object(let old), .object(let new)):
            for (key, value) in new { compare(old[key], value, "\(pointer)/\(JSONPointer.escape(key))", &found) }
            for (key, value) in old where new[key] == nil {
                // A plain `nil` would be read as the value `null`.
                compare(value, nil as JSON?, "\(pointer)/\(JSONPointer.escape(key))", &found)
            }
        case (.array(let old), .array(let new)):
            for place in 0..<max(old.count, new.count) {
                let (old, new) = (
                    place < old.count ? old[place] : nil as JSON?, place < new.count ? new[place] : nil as JSON?
                )
                compare(old, new, "\(pointer)/\(place)", &found)
            }
        default: found.append(JSONDifference(pointer: pointer, old: old, new: new))
        }
    }

    private static func compare(_ old: JSON?, _ new: JSON?, _ pointer: String, _ found: inout [JSONDifference]) {
        switch (old, new) {
        case (let old?, let new?): compare(old, new, pointer, &found)
        case (nil, nil): break
        default: found.append(JSONDifference(pointer: pointer, old: old, new: new))
        }
    }
}
