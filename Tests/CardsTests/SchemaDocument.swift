import Values

@testable import Cards

/// Writes ``CardSchema`` as a JSON Schema, without the words for people.
enum SchemaDocument {
    static func definition(_ shape: SchemaShape) -> JSON {
        var properties = JSONObject()
        for property in shape.properties { properties[property.name] = value(property) }
        let required = shape.properties.filter(\.isRequired).map { JSON.string($0.name) }
        var object: JSON = ["type": "object", "additionalProperties": false]
        object["required"] = .array(required)
        object["properties"] = .object(properties)
        if !shape.needsOneOf.isEmpty {
            object["anyOf"] = .array(shape.needsOneOf.map { ["required": [.string($0)]] })
        }
        return object
    }

    private static func value(_ property: SchemaProperty) -> JSON {
        var schema = type(property.type)
        // The published words for `regular` name its choices in place; the others point at them.
        if let standard = property.standard { schema["default"] = standard }
        return schema
    }

    private static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

    private static func type(_ type: SchemaType) -> JSON {
        switch type {
        case .text: return ["type": "string"]
        case .shortText(let limit): return ["type": "string", "maxLength": .int(Int64(limit))]
        case .constant(let text): return ["const": .string(text)]
        case .choice(let names): return ["type": "string", "enum": .array(names.map(JSON.string))]
        case .bool: return ["type": "boolean"]
        case .number(let minimum, let maximum):
            var schema: JSON = ["type": "number", "minimum": .int(Int64(minimum))]
            if let maximum { schema["maximum"] = .int(Int64(maximum)) }
            return schema
        case .length: return reference("px")
        case .integer(let minimum): return ["type": "integer", "minimum": .int(Int64(minimum))]
        case .integerChoice(let numbers):
            return ["type": "integer", "enum": .array(numbers.map { .int(Int64($0)) })]
        case .color: return reference("color")
        case .padding: return reference("padding")
        case .dimension: return reference("dimension")
        case .icon: return reference("iconRef")
        case .weight: return reference("weight")
        case .elements: return reference("elements")
        case .tabs: return ["type": "array", "minItems": 1, "items": reference("tab")]
        case .action: return reference("action")
        case .style: return reference("cardStyle")
        case .texts: return ["type": "array", "minItems": 1, "items": ["type": "string"]]
        case .rows: return ["type": "array", "items": ["type": "array", "items": ["type": "string"]]]
        case .object: return ["type": "object"]
        case .textMap: return ["type": "object", "additionalProperties": ["type": "string"]]
        }
    }

    /// A schema without the words for people, and with its lists in one order.
    static func plain(_ schema: JSON) -> JSON {
        switch schema {
        case .array(let values): return .array(values.map(plain))
        case .object(let members):
            var object = JSONObject()
            for (key, value) in members where !["description", "title", "$comment", "$schema", "$id"].contains(key) {
                object[key] = plain(value)
            }
            if let required = object["required"]?.array {
                let names = required.compactMap(\.string).sorted()
                object["required"] = names.isEmpty ? nil : .array(names.map(JSON.string))
            }
            // A constant is a text here; some definitions say so and some do not.
            if object["const"]?.string != nil { object["type"] = nil }
            return .object(object)
        default: return schema
        }
    }
}

/// A value of each kind that the strict form takes.
enum SchemaSamples {
    static func element(_ shape: SchemaShape, id: String) -> JSON {
        var object = members(shape)
        object["id"] = .string(id)
        return object
    }

    static func members(_ shape: SchemaShape) -> JSON {
        var object: JSON = [:]
        for property in shape.properties { object[property.name] = value(property.type) }
        return object
    }

    static func value(_ type: SchemaType) -> JSON {
        switch type {
        case .text: return "https://a.example/x"
        case .shortText: return "AB"
        case .constant(let text): return .string(text)
        case .choice(let names): return .string(names.last ?? "")
        case .bool: return true
        case .number, .length: return 12.5
        case .integer: return 1
        case .integerChoice(let numbers): return .int(Int64(numbers[0]))
        case .color: return ["light": "#AABBCC", "dark": "transparent"]
        case .padding: return ["top": 1, "left": 2.5]
        case .dimension: return "50%"
        case .icon: return ["name": "star", "url": "https://a.example/i.png"]
        case .weight: return "bold"
        case .elements: return [["id": "inside", "type": "divider"]]
        case .tabs:
            return [
                ["label": "One", "content": [["id": "first", "type": "divider"]]],
                ["label": "Two", "content": [["id": "second", "type": "divider"]]],
            ]
        case .action: return ["type": "copyToClipboard", "value": "v"]
        case .style: return ["background": ["light": "#FFFFFF", "dark": "#000000"]]
        case .texts: return ["A", "B"]
        case .rows: return [["1", "2"], ["3", "4"]]
        case .object: return ["key": 1]
        case .textMap: return ["X-Name": "value"]
        }
    }

    static func card(_ body: [JSON]) -> JSON {
        var card = members(CardSchema.root)
        card["body"] = .array(body)
        return card
    }
}
