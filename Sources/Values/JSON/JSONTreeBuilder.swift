/// Puts values, given in the order of the text, together to a tree; costs one move per value.
struct JSONTreeBuilder {
    private struct Container {
        var isObject: Bool
        /// Where its elements start in ``values``.
        var values: Int
        /// Where its keys start in ``keys``.
        var keys: Int
        /// How many elements it has.
        var count = 0
        /// The key that was read last.
        var key: String?
    }

    /// False to know places alone: there is no tree then, and no memory is taken for one.
    let keepsValues: Bool
    private(set) var warnings: [JSONWarning] = []
    private var values: [JSON] = []
    private var keys: [String] = []
    private var open: [Container] = []
    private(set) var hasRoot = false

    init(keepsValues: Bool) { self.keepsValues = keepsValues }

    /// The whole, once all is closed; `null` when values are not kept.
    var root: JSON? { open.isEmpty && hasRoot ? values.first ?? .null : nil }

    /// How many containers are open.
    var depth: Int { open.count }

    /// Whether the innermost open container is an object; `nil` when none is open.
    var isInObject: Bool? { open.last?.isObject }

    mutating func add(_ value: JSON) {
        if keepsValues { values.append(value) }
        if open.isEmpty { hasRoot = true } else { open[open.count - 1].count += 1 }
    }

    mutating func setKey(_ key: String) {
        if keepsValues { keys.append(key) }
        if !open.isEmpty { open[open.count - 1].key = key }
    }

    mutating func begin(isObject: Bool) {
        open.append(Container(isObject: isObject, values: values.count, keys: keys.count))
    }

    mutating func close() {
        guard let container = open.popLast() else { return }
        guard keepsValues else { return add(.null) }
        var repeated: [String] = []
        // No slice may live when elements are removed, or each removal would copy all that was read so far.
        let value = value(of: container, &repeated)
        values.removeLast(values.count - container.values)
        keys.removeLast(keys.count - container.keys)
        for key in repeated {
            let pointer = pointer.appending(key).text
            warnings.append(JSONWarning(.duplicateKey, "the key is given twice; the last value counts", at: pointer))
        }
        add(value)
    }

    private func value(of container: Container, _ repeated: inout [String]) -> JSON {
        let elements = values[container.values...]
        guard container.isObject else { return .array(Array(elements)) }
        var members = JSONObject(room: elements.count)
        for (key, value) in zip(keys[container.keys...], elements) where members.add(key, value) {
            repeated.append(key)
        }
        return .object(members)
    }

    /// Says that the next value is lost, and puts `null` in its place.
    mutating func addLost(_ message: String, place: SourcePlace) {
        warnings.append(JSONWarning(.lostValue, message, at: pointer.text, place: place))
        add(.null)
    }

    /// Where the next value goes.
    var pointer: JSONPointer {
        var pointer = JSONPointer()
        for container in open {
            if !container.isObject {
                pointer = pointer.appending(String(container.count))
            } else if let key = container.key {
                pointer = pointer.appending(key)
            }
        }
        return pointer
    }
}
