import Values

extension ParameterSchema {
    /// Reads a schema and adds what is wrong with it to `faults`.
    init(json: JSON, at pointer: String, faults: inout [SchemaFault], depth: Int = 0) {
        self.init()
        guard let object = json.object else {
            faults.append(SchemaFault(pointer: pointer, message: "a schema must be an object, not \(json.kind)"))
            return
        }
        guard depth < Self.maximumDepth else {
            faults.append(SchemaFault(pointer: pointer, message: "the schema is deeper than \(Self.maximumDepth)"))
            return
        }
        for (key, value) in object {
            let place = "\(pointer)/\(JSONPointer.escape(key))"
            if let problem = read(key, value, at: place, faults: &faults, depth: depth) {
                faults.append(SchemaFault(pointer: place, message: problem))
            }
        }
    }

    private mutating func read(
        _ key: String,
        _ value: JSON,
        at place: String,
        faults: inout [SchemaFault],
        depth: Int
    ) -> String? {
        switch key {
        case "title", "description":
            return value.string == nil ? "\"\(key)\" must be a string" : nil
        case "default":
            return nil
        case "type":
            return readTypes(value)
        case "required":
            let names = value.array?.compactMap(\.string)
            guard let names, names.count == value.array?.count else { return "\"required\" must be a list of names" }
            required = names
        case "properties":
            guard let members = value.object else { return "\"properties\" must be an object, not \(value.kind)" }
            for (name, schema) in members {
                let inner = "\(place)/\(JSONPointer.escape(name))"
                properties[name] = ParameterSchema(json: schema, at: inner, faults: &faults, depth: depth + 1)
            }
        case "additionalProperties":
            additional = Self.rest(value, at: place, faults: &faults, depth: depth)
        case "items":
            items = Self.rest(value, at: place, faults: &faults, depth: depth)
        case "enum":
            guard let list = value.array, !list.isEmpty else { return "\"enum\" must be a list that is not empty" }
            choices = list
        case "const":
            choices = [value]
        case "minLength", "maxLength":
            guard let length = value.int, length >= 0 else { return "\"\(key)\" must be a whole number from 0" }
            if key == "minLength" { minimumLength = Int(length) } else { maximumLength = Int(length) }
        case "minimum", "maximum":
            guard let bound = value.number else { return "\"\(key)\" must be a number, not \(value.kind)" }
            if key == "minimum" { minimum = bound } else { maximum = bound }
        default:
            return "the keyword \"\(key)\" is not supported"
        }
        return nil
    }

    private mutating func readTypes(_ value: JSON) -> String? {
        let names = value.array ?? [value]
        let found = names.compactMap { $0.string.flatMap(ValueType.init(rawValue:)) }
        guard found.count == names.count, !found.isEmpty else {
            return "\"type\" must be \(ValueType.allCases.map(\.rawValue).joined(separator: ", ")), or a list of them"
        }
        types = Set(found)
        return nil
    }

    private static func rest(_ value: JSON, at place: String, faults: inout [SchemaFault], depth: Int) -> Rest {
        switch value.bool {
        case true?: .allowed
        case false?: .refused
        case nil: .checked(ParameterSchema(json: value, at: place, faults: &faults, depth: depth + 1))
        }
    }
}
