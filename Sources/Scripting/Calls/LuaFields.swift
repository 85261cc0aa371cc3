// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CLua
internal import CLuaBridge

/// A table of named fields, each of a type of its own, where JSON would not do: its strings must be UTF-8.
public struct LuaFields: LuaPushable, Sendable {
    private let fields: [(name: String, value: any LuaPushable & Sendable)]

    /// A table with `fields`.
    public init(_ fields: [(name: String, value: any LuaPushable & Sendable)]) { self.fields = fields }

    public func push(to call: LuaCall) -> Int32 {
        guard call.room(6) else { return 0 }
        lua_createtable(call.thread, 0, Int32(clamping: fields.count))
        let table = lua_gettop(call.thread)
        for (name, value) in fields {
            _ = name.push(to: call)
            _ = value.push(to: call)
            // Over the memory limit a name can be nil; the script is about to get that error.
            if lua_gettop(call.thread) == table + 2, lua_type(call.thread, -2) == LUA_TSTRING {
                lua_rawset(call.thread, table)
            } else {
                lua_settop(call.thread, table)
            }
        }
        return 1
    }
}
