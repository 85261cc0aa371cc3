internal import Values

/// Reads the properties of one object leniently and gives them in the strict form.
struct StrictFields {
    private let fields: FieldReader

    init(_ object: JSONObject) {
        fields = FieldReader(object, at: JSONPointer(), elementId: nil, log: ReadingLog())
    }

    /// What is set, in the order of the table; constants and what holds elements or actions are left to the caller.
    func members(of shape: SchemaShape) -> JSONObject {
        var object = JSONObject()
        for property in shape.properties where !(fields.object[property.name] ?? .null).isNull {
            if let value = value(property) { object[property.name] = value }
        }
        return object
    }

    private func value(_ property: SchemaProperty) -> JSON? {
        let key = property.name
        switch property.type {
        case .text: return fields.optionalString(key).map(JSON.string)
        case .shortText(let limit): return fields.optionalString(key).flatMap { Self.short($0, limit) }
        case .choice(let names):
            guard let name = fields.object[key]?.string, names.contains(name) else { return nil }
            return .string(name)
        case .weight: return (fields.optionalChoice(key) as FontWeight?).map { .string($0.rawValue) }
        case .bool:
            switch fields.object[key] {
            case .bool(let value): return .bool(value)
            case "true": return true
            case "false": return false
            default: return nil
            }
        case .length, .number: return fields.optionalNumber(key).map(Self.json)
        case .integer(let minimum): return fields.optionalInteger(key, minimum: minimum).map { .int(Int64($0)) }
        case .color: return fields.color(key).map(Self.json)
        case .padding: return Self.json(fields.padding(key))
        case .dimension: return fields.dimension(key).map(Self.json)
        case .icon: return fields.icon(key).flatMap(Self.json)
        case .object: return fields.optionalObject(key).map(JSON.object)
        case .textMap: return fields.optionalObject(key).map { Self.texts($0) }
        case .constant, .integerChoice, .elements, .tabs, .action, .style, .texts, .rows: return nil
        }
    }

    /// An action of the table in its strict form; of two receivers the first stays.
    static func action(_ action: JSON, owner: String) -> JSON {
        guard let type = action["type"].string, let shape = CardSchema.action(type), let raw = action.object else {
            return action
        }
        var object = JSONObject([("type", .string(type))])
        for (key, value) in StrictFields(raw).members(of: shape) { object[key] = value }
        for (first, second) in [("receiverUid", "receiverGuid"), ("uid", "guid")]
        where object[first]?.string?.isBlank == false {
            object[second] = nil
        }
        // A host cannot tell callbacks apart without.
        if type == "customCallback", object["callbackId"] == nil { object["callbackId"] = .string(owner) }
        return .object(object)
    }

    private static func texts(_ object: JSONObject) -> JSON {
        let inner = FieldReader(object, at: JSONPointer(), elementId: nil, log: ReadingLog())
        return .object(
            JSONObject(object.keys.compactMap { key in inner.optionalString(key).map { (key, JSON.string($0)) } })
        )
    }

    /// Whole characters, and no more code points than a schema counts.
    private static func short(_ text: String, _ limit: Int) -> JSON? {
        for count in stride(from: limit, to: 0, by: -1) {
            let start = text.prefix(count)
            if start.unicodeScalars.count <= limit { return .string(String(start)) }
        }
        return nil
    }

    static func json(_ number: Double) -> JSON {
        number == number.rounded() ? .int(Int64(number)) : .double(number)
    }

    static func json(_ color: CardColor) -> JSON {
        [
            "light": .string(color.light?.hex ?? "transparent"), "dark": .string(color.dark?.hex ?? "transparent"),
        ]
    }

    private static func json(_ padding: Padding) -> JSON {
        let sides = [
            ("top", padding.top), ("right", padding.right), ("bottom", padding.bottom), ("left", padding.left),
        ]
        if sides.allSatisfy({ $0.1 == padding.top }) { return json(padding.top) }
        return .object(JSONObject(sides.filter { $0.1 > 0 }.map { ($0.0, json($0.1)) }))
    }

    private static func json(_ dimension: Dimension) -> JSON {
        switch dimension {
        case .points(let number): json(number)
        case .percent(let number): .string(json(number).text + "%")
        }
    }

    private static func json(_ icon: IconReference) -> JSON? {
        var object = JSONObject()
        if let name = icon.name { object["name"] = .string(name) }
        if let url = icon.url { object["url"] = .string(url) }
        return object.isEmpty ? nil : .object(object)
    }
}
