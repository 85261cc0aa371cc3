// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CLua
internal import CLuaBridge
public import Values

extension JSON: LuaConvertible {
    /// Deepest nesting of what is converted.
    static let depthLimit = 1000

    /// Pushes the value: `null` as `herald.null`, arrays marked as such, so that `[]` and `{}` come back as they were.
    public func push(to call: LuaCall) -> Int32 {
        guard call.room(6) else { return 0 }
        let thread = call.thread
        switch self {
        case .null: lua_pushlightuserdata(thread, nil)
        case .bool(let value): lua_pushboolean(thread, value ? 1 : 0)
        case .int(let value): lua_pushinteger(thread, value)
        case .double(let value): lua_pushnumber(thread, value)
        case .string(let value): return value.push(to: call)
        case .array(let elements): return elements.push(to: call)
        case .object(let members):
            lua_createtable(thread, 0, Int32(clamping: members.count))
            for (key, value) in members {
                _ = key.push(to: call)
                _ = value.push(to: call)
                // Over the memory limit a key can be nil; the script is about to get that error.
                if lua_type(thread, -2) == LUA_TSTRING {
                    lua_rawset(thread, -3)
                } else {
                    lua_settop(thread, -3)
                }
            }
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
