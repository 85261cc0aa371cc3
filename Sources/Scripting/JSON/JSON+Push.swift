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
        guard call.room(6) else { return 0 }
        switch self {
        case .null: lua_pushlightuserdata(call.thread, nil)
        case .bool(let value): lua_pushboolean(call.thread, value ? 1 : 0)
        case .int(let value): lua_pushinteger(call.thread, value)
        case .double(let value): lua_pushnumber(call.thread, value)
        case .string(let value): return value.push(to: call)
        case .array(let elements): Self.push(elements, to: call)
        case .object(let members): Self.push(members, to: call)
        }
        return 1
    }

    // One function a level, and not by way of the generic Array.push: the stack must hold depthLimit levels.
    private static func push(_ elements: [JSON], to call: LuaCall) {
        lua_createtable(call.thread, Int32(clamping: elements.count), 0)
        var place: lua_Integer = 1
        for element in elements {
            _ = element.push(to: call)
            lua_rawseti(call.thread, -2, place)
            place += 1
        }
        herald_push_array_metatable(call.thread)
        lua_setmetatable(call.thread, -2)
    }

    private static func push(_ members: JSONObject, to call: LuaCall) {
        lua_createtable(call.thread, 0, Int32(clamping: members.count))
        for (key, value) in members {
            _ = key.push(to: call)
            _ = value.push(to: call)
            // Over the memory limit a key can be nil; the script is about to get that error.
            if lua_type(call.thread, -2) == LUA_TSTRING {
                lua_rawset(call.thread, -3)
            } else {
                lua_settop(call.thread, -3)
            }
        }
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
