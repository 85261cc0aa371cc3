internal import CLua
internal import CLuaBridge
internal import Values

extension LuaModule {
    /// Registers a function that marks a table as a list, so that it is written as JSON `[]` even when it is empty.
    package mutating func addArrayFunction(_ name: String) {
        add(name) { call in
            let thread = call.thread
            if lua_type(thread, 1) <= LUA_TNIL {
                lua_settop(thread, 0)
                lua_createtable(thread, 0, 0)
            }
            guard lua_type(thread, 1) == LUA_TTABLE else {
                throw LuaCall.misread(call.mismatch("a table", 1), argument: 1)
            }
            lua_settop(thread, 1)
            if lua_getmetatable(thread, 1) != 0 {
                herald_push_array_metatable(thread)
                guard lua_rawequal(thread, -1, -2) != 0 else {
                    throw HeraldError(.invalidArgument, "argument 1: the table has a metatable of its own")
                }
                lua_settop(thread, 1)
                return 1
            }
            herald_push_array_metatable(thread)
            lua_setmetatable(thread, 1)
            return 1
        }
    }
}
