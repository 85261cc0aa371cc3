internal import Values

extension JSON {
    /// An object as scripts see it: a known field that is null on the wire is nil in Lua, and so left out.
    var withoutNullFields: JSON {
        guard let object, object.contains(where: { $0.value.isNull }) else { return self }
        return .object(JSONObject(object.filter { !$0.value.isNull }.map { ($0.key, $0.value) }))
    }
}
