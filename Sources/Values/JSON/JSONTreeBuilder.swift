/// Puts values, given in the order of the text, together to a tree; costs one move per value.
struct JSONTreeBuilder {
    private struct Container {
        var isObject: Bool
        /// Where its elements start in ``values``.
        var values: Int
        /// Where its keys start in ``keys``.
        var keys: Int
    }

    private(set) var warnings: [JSONWarning] = []
    private var values: [JSON] = []
    private var keys: [String] = []
    private var open: [Container] = []

    /// The whole, once all is closed.
    var root: JSON? { open.isEmpty ? values.first : nil }

    /// How many containers are open.
    var depth: Int { open.count }

    /// Whether the innermost open container is an object; `nil` when none is open.
    var isInObject: Bool? { open.last?.isObject }

    mutating func add(_ value: JSON) { values.append(value) }

    mutating func setKey(_ key: String) { keys.append(key) }

    mutating func begin(isObject: Bool) {
        open.append(Container(isObject: isObject, values: values.count, keys: keys.count))
    }

    mutating func close() {
        guard let container = open.popLast() else { return }
        var repeated: [String] = []
        // No slice may live when elements are removed, or each removal would copy all that was read so far.
        let value = value(of: container, &repeated)
        values.removeLast(values.count - container.values)
        keys.removeLast(keys.count - container.keys)
        for key in repeated {
            let pointer = pointer.appending(key).text
            warnings.append(JSONWarning(.duplicateKey, "the key is given twice; the last value counts", at: pointer))
        }
        values.append(value)
    }

    private func value(of container: Container, _ repeated: inout [String]) -> JSON {
        let elements = values[container.values...]
        guard container.isObject else { return .array(Array(elements)) }
        return .object(JSONObject(keys: keys[container.keys...], values: elements, repeated: &repeated))
    }

    /// Says that the next value is lost, and puts `null` in its place.
    mutating func addLost(_ message: String, place: SourcePlace) {
        warnings.append(JSONWarning(.lostValue, message, at: pointer.text, place: place))
        values.append(.null)
    }

    /// Where the next value goes.
    var pointer: JSONPointer {
        var pointer = JSONPointer()
        for (level, container) in open.enumerated() {
            let next = level + 1 < open.count ? open[level + 1] : nil
            if container.isObject {
                let end = next?.keys ?? keys.count
                if end > container.keys { pointer = pointer.appending(keys[end - 1]) }
            } else {
                pointer = pointer.appending(String((next?.values ?? values.count) - container.values))
            }
        }
        return pointer
    }
}
