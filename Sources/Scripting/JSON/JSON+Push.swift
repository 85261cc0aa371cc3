// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CLua
internal import CLuaBridge
public import Values

extension JSON: LuaConvertible {
    /// Deepest nesting of what a script converts: each level takes stack, and no document of this field comes near.
    public static let depthLimit = Int(HERALD_JSON_DEPTH)

    /// Pushes the value: `null` as `herald.null`, arrays marked as such, so that `[]` and `{}` come back as they were.
    public func push(to call: LuaCall) -> Int32 {
        guard call.room(6) else { return call.pushNothing() }
        switch self {
        case .null: lua_pushlightuserdata(call.thread, nil)
        case .bool(let value): lua_pushboolean(call.thread, value ? 1 : 0)
        case .int(let value): lua_pushinteger(call.thread, value)
        case .double(let value): lua_pushnumber(call.thread, value)
        case .string(let value): return value.push(to: call)
        case .array(let elements): return Self.push(elements, to: call)
        case .object(let members): return Self.push(members, to: call)
        }
        return 1
    }

    // One function a level, and not by way of the generic Array.push: the stack must hold depthLimit levels.
    // What does not fit is nil; the script is about to get the error of used-up memory.
    private static func push(_ elements: [JSON], to call: LuaCall) -> Int32 {
        guard call.room(members: elements.count) else { return call.pushNothing() }
        lua_createtable(call.thread, Int32(clamping: elements.count), 0)
        var place: lua_Integer = 1
        for element in elements {
            _ = element.push(to: call)
            lua_rawseti(call.thread, -2, place)
            place += 1
        }
        herald_push_array_metatable(call.thread)
        lua_setmetatable(call.thread, -2)
        return 1
    }

    private static func push(_ members: JSONObject, to call: LuaCall) -> Int32 {
        guard call.room(members: members.count) else { return call.pushNothing() }
        lua_createtable(call.thread, 0, Int32(clamping: members.count))
        for (key, value) in members where call.push(name: key) {
            _ = value.push(to: call)
            lua_rawset(call.thread, -3)
        }
        return 1
    }

    /// Reads any JSON-like value; see ``JSON/read(_:_:)`` for what is refused.
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> JSON {
        let value = try read(call.thread, index)
        index += 1
        return value
    }
}

extension JSONObject: LuaConvertible {
    public func push(to call: LuaCall) -> Int32 { JSON.object(self).push(to: call) }

    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> JSONObject {
        guard lua_type(call.thread, index) == LUA_TTABLE else { throw call.mismatch("a table", index) }
        switch try JSON.read(call.thread, index) {
        case .object(let members):
            index += 1
            return members
        default: throw HeraldError(.invalidArgument, "expected a table with names, got a list")
        }
    }
}
