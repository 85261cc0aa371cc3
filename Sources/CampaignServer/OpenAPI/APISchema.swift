import Values

/// A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it.
struct APISchema: Sendable, Hashable {
    let json: JSON

    private init(_ json: JSON) { self.json = json }

    /// One member of an object.
    struct Field: Sendable, Hashable {
        var name: String
        var schema: APISchema
        var isRequired: Bool

        static func needed(_ name: String, _ schema: APISchema) -> Field {
            Field(name: name, schema: schema, isRequired: true)
        }

        static func optional(_ name: String, _ schema: APISchema) -> Field {
            Field(name: name, schema: schema, isRequired: false)
        }
    }

    static let any = APISchema([:])
    static let text = APISchema(["type": "string"])
    /// Text that is not empty.
    static let word = APISchema(["type": "string", "minLength": 1])
    static let flag = APISchema(["type": "boolean"])
    static let number = APISchema(["type": "number"])
    static let count = APISchema(["type": "integer", "minimum": 0])
    /// An object with any members.
    static let members = APISchema(["type": "object"])
    /// A time as answers show it.
    static let time = APISchema(["type": "integer", "description": "Unix seconds"])
    /// A time as requests may write it.
    static let looseTime = APISchema([
        "type": ["number", "string"],
        "description": "Unix seconds, milliseconds from 1e11 on, or an ISO 8601 date or time",
    ])

    /// Text that is not empty and has so many bytes at most.
    static func text(upTo bytes: Int) -> APISchema {
        APISchema([
            "type": "string", "minLength": 1, "maxLength": .int(Int64(bytes)),
            "description": .string("At most \(bytes) bytes of UTF-8"),
        ])
    }

    static func pattern(_ pattern: String) -> APISchema {
        APISchema(["type": "string", "pattern": .string(pattern)])
    }

    static func integer(_ range: ClosedRange<Int64>) -> APISchema {
        APISchema(["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)])
    }

    static func constant(_ value: JSON) -> APISchema { APISchema(["const": value]) }

    static func choice(_ words: [String]) -> APISchema {
        APISchema(["type": "string", "enum": .array(words.map(JSON.string))])
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> APISchema {
        choice(type.allCases.map(\.rawValue))
    }

    static func list(_ element: APISchema, _ count: ClosedRange<Int>? = nil) -> APISchema {
        var json: JSON = ["type": "array", "items": element.json]
        if let count {
            json["minItems"] = .int(Int64(count.lowerBound))
            json["maxItems"] = .int(Int64(count.upperBound))
        }
        return APISchema(json)
    }

    /// An object whose members are all of one kind.
    static func map(_ value: APISchema) -> APISchema {
        APISchema(["type": "object", "additionalProperties": value.json])
    }

    /// An object as the server answers it, with no other members than these.
    static func exactly(_ fields: [Field]) -> APISchema { object(fields, isClosed: true) }

    /// An object as the server takes it: members it does not know are left alone, `null` stands for one left out.
    static func body(_ fields: [Field]) -> APISchema {
        let fields = fields.map { field in
            field.isRequired ? field : Field.optional(field.name, field.schema.orNull)
        }
        return object(fields, isClosed: false)
    }

    /// An object as the server takes it where a member that it does not know would change what is done: those are refused.
    static func closedBody(_ fields: [Field]) -> APISchema {
        var json = body(fields).json
        json["additionalProperties"] = false
        return APISchema(json)
    }

    /// The names of the members of an object that has no others.
    var onlyMembers: [String]? {
        guard json["additionalProperties"] == false else { return nil }
        return json["properties"].object?.keys.map { $0 }
    }

    /// A schema that is written once, under `components`.
    static func named(_ name: APIComponent) -> APISchema {
        APISchema(["$ref": .string("#/components/schemas/\(name.rawValue)")])
    }

    static func either(_ schemas: [APISchema]) -> APISchema {
        APISchema(["anyOf": .array(schemas.map(\.json))])
    }

    /// The same, or `null`.
    var orNull: APISchema {
        let types = json["type"].string.map { [JSON.string($0)] } ?? json["type"].array
        guard let types, json["enum"].isNull else { return self == .any ? self : .either([self, Self.null]) }
        var json = json
        json["type"] = .array(types + ["null"])
        return APISchema(json)
    }

    func described(_ text: String) -> APISchema {
        var json = json
        json["description"] = .string(text)
        return APISchema(json)
    }

    private static let null = APISchema(["type": "null"])

    private static func object(_ fields: [Field], isClosed: Bool) -> APISchema {
        let needed = fields.filter(\.isRequired).map { JSON.string($0.name) }
        var json: JSON = [
            "type": "object", "properties": .object(JSONObject(fields.map { ($0.name, $0.schema.json) })),
        ]
        if !needed.isEmpty { json["required"] = .array(needed) }
        if isClosed { json["additionalProperties"] = false }
        return APISchema(json)
    }
}
