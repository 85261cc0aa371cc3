import Values

/// The description that a server gives of itself, to hold its answers against.
struct Description {
    let json: JSON

    /// What an answer says that the description does not allow; empty when all is as described.
    func faults(_ method: String, _ target: String, _ reply: RawConnection.Reply) -> [String] {
        let path = target.split(separator: "?", omittingEmptySubsequences: false)[0]
        guard let operation = operation(method, String(path)) else { return [] }
        let name = "\(method) \(path) \(reply.status)"
        let response = resolved(operation["responses"][String(reply.status)])
        guard !response.isNull else { return ["\(name): the status is not described"] }
        guard reply.header("x-request-id") != nil else { return ["\(name): there is no X-Request-Id"] }
        if method == "HEAD" { return [] }
        let schema = response["content"]["application/json"]["schema"]
        guard !schema.isNull else { return reply.body.isEmpty ? [] : ["\(name): a body that is not described"] }
        guard reply.header("content-type") == "application/json; charset=utf-8" else {
            return ["\(name): the content type is \(reply.header("content-type") ?? "none")"]
        }
        guard let body = try? JSONText.parse(reply.body) else { return ["\(name): the body is not JSON"] }
        return check(body, schema, at: "").map { "\(name): \($0)" }
    }

    /// The operation that answers at a path; literals win, and a path that no route has gives none.
    func operation(_ method: String, _ path: String) -> JSON? {
        let rest = path.hasPrefix("/v3/campaigns/") ? "/v3/" + path.dropFirst("/v3/campaigns/".count) : path
        let segments = rest.split(separator: "/", omittingEmptySubsequences: false)
        let fitting = (json["paths"].object ?? JSONObject()).filter { entry in
            let parts = entry.key.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == segments.count
                && zip(parts, segments).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
        }
        let best = fitting.min { $0.key.split(separator: "{").count < $1.key.split(separator: "{").count }
        let wanted = method == "HEAD" ? "get" : method.lowercased()
        guard let best, !best.value[wanted].isNull else { return Optional.none }
        return best.value[wanted]
    }

    /// What a `$ref` points to.
    func resolved(_ value: JSON) -> JSON {
        guard let reference = value["$ref"].string, reference.hasPrefix("#/") else { return value }
        return reference.dropFirst(2).split(separator: "/").reduce(json) { $0[String($1)] }
    }

    /// Checks a value against a schema with the words that the server uses.
    func check(_ value: JSON, _ schema: JSON, at place: String) -> [String] {
        let schema = resolved(schema)
        if let either = schema["anyOf"].array {
            let all = either.map { check(value, $0, at: place) }
            return all.contains([]) ? [] : all.first ?? ["\(place): no alternative"]
        }
        let types = schema["type"].string.map { [$0] } ?? schema["type"].array?.compactMap(\.string) ?? []
        guard types.isEmpty || types.contains(where: { fits(value, $0) }) else {
            return ["\(place): \(value.kind) is not \(types.joined(separator: " or "))"]
        }
        if !schema["const"].isNull, value != schema["const"] { return ["\(place): \(value.text) is not the constant"] }
        if let words = schema["enum"].array, !words.contains(value) { return ["\(place): \(value.text) is no choice"] }
        if let least = schema["minimum"].number, let number = value.number, number < least {
            return ["\(place): \(number) is too small"]
        }
        if let elements = value.array {
            return elements.enumerated().flatMap { check($0.element, schema["items"], at: "\(place)/\($0.offset)") }
        }
        return value.object.map { checkMembers($0, schema, at: place) } ?? []
    }

    private func checkMembers(_ members: JSONObject, _ schema: JSON, at place: String) -> [String] {
        let needed = schema["required"].array?.compactMap(\.string) ?? []
        var faults = needed.filter { members[$0] == nil }.map { "\(place)/\($0) is missing" }
        for (key, value) in members {
            let own = schema["properties"][key]
            let rest = schema["additionalProperties"]
            if !own.isNull {
                faults += check(value, own, at: "\(place)/\(key)")
            } else if rest == false {
                faults.append("\(place)/\(key) is not described")
            } else if !rest.isNull {
                faults += check(value, rest, at: "\(place)/\(key)")
            }
        }
        return faults
    }

    private func fits(_ value: JSON, _ type: String) -> Bool {
        switch type {
        case "null": value.isNull
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "integer": value.int != nil
        case "number": value.number != nil
        case "array": value.array != nil
        case "object": value.object != nil
        default: false
        }
    }
}
