internal import CLua
internal import CLuaBridge
internal import Values

extension JSON {
    /// The Lua value at `index`.
    ///
    /// Integers stay integers. Members are sorted by key, since Lua tables have no order.
    /// - Throws: `bad_json` with a JSON Pointer for a hole or a sparse list, mixed keys, a cycle, nesting over
    ///   ``depthLimit``, a number that is not finite, text that is not UTF-8 (lone surrogates too), and values that JSON
    ///   has no word for.
    static func read(_ thread: OpaquePointer, _ index: Int32) throws(HeraldError) -> JSON {
        var reader = LuaJSONReader(thread: thread)
        return try reader.value(lua_absindex(thread, index))
    }
}

/// Walks a Lua value without running metamethods.
private struct LuaJSONReader {
    let thread: OpaquePointer
    private var path: [String] = []
    private var open: Set<UnsafeRawPointer> = []

    init(thread: OpaquePointer) { self.thread = thread }

    mutating func value(_ index: Int32) throws(HeraldError) -> JSON {
        switch lua_type(thread, index) {
        case LUA_TNIL: return .null
        case LUA_TLIGHTUSERDATA: return .null
        case LUA_TBOOLEAN: return .bool(lua_toboolean(thread, index) != 0)
        case LUA_TNUMBER: return try number(index)
        case LUA_TSTRING: return .string(try text(index, as: "text"))
        case LUA_TTABLE: return try table(index)
        default: throw fault("\(LuaCall(thread).describe(index)) has no form in JSON")
        }
    }

    private func number(_ index: Int32) throws(HeraldError) -> JSON {
        if lua_isinteger(thread, index) != 0 { return .int(lua_tointegerx(thread, index, nil)) }
        let value = lua_tonumberx(thread, index, nil)
        guard value.isFinite else { throw fault("the number is \(value.isNaN ? "not a number" : "infinite")") }
        return .double(value)
    }

    private func text(_ index: Int32, as what: String) throws(HeraldError) -> String {
        var length = 0
        guard let start = lua_tolstring(thread, index, &length) else { return "" }
        guard let text = String(validating: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self) else {
            throw fault("the \(what) is not UTF-8")
        }
        return text
    }

    private mutating func table(_ index: Int32) throws(HeraldError) -> JSON {
        guard path.count < JSON.depthLimit else {
            path.removeLast(max(0, path.count - 8))
            throw fault("nested deeper than \(JSON.depthLimit) levels, under this")
        }
        guard lua_checkstack(thread, 6) != 0 else { throw HeraldError(.memoryLimit, "not enough memory") }
        guard let identity = lua_topointer(thread, index), open.insert(identity).inserted else {
            throw fault("the table contains itself")
        }
        defer { open.remove(identity) }
        lua_pushnil(thread)
        guard lua_next(thread, index) != 0 else { return isMarkedArray(index) ? .array([]) : .object(JSONObject()) }
        let firstIsText = lua_type(thread, -2) == LUA_TSTRING
        lua_settop(thread, -3)
        if firstIsText && !isMarkedArray(index) { return try members(index) }
        return try elements(index)
    }

    private func isMarkedArray(_ index: Int32) -> Bool {
        guard lua_getmetatable(thread, index) != 0 else { return false }
        herald_push_array_metatable(thread)
        defer { lua_settop(thread, -3) }
        return lua_rawequal(thread, -1, -2) != 0
    }

    private mutating func members(_ index: Int32) throws(HeraldError) -> JSON {
        var members: [(String, JSON)] = []
        lua_pushnil(thread)
        while lua_next(thread, index) != 0 {
            guard lua_type(thread, -2) == LUA_TSTRING else { throw mixed(drop: 2) }
            let key: String
            do {
                key = try text(-2, as: "name of a member")
                path.append(key)
                members.append((key, try value(lua_gettop(thread))))
                path.removeLast()
            } catch {
                lua_settop(thread, -3)
                throw error
            }
            lua_settop(thread, -2)
        }
        members.sort { $0.0 < $1.0 }
        return .object(JSONObject(members))
    }

    private mutating func elements(_ index: Int32) throws(HeraldError) -> JSON {
        let (count, highest) = try extent(index)
        guard highest == lua_Integer(count) else {
            var missing: lua_Integer = 1
            while lua_rawgeti(thread, index, missing) != LUA_TNIL {
                lua_settop(thread, -2)
                missing += 1
            }
            lua_settop(thread, -2)
            path.append(String(missing - 1))
            throw fault(
                "the list has \(count) elements and goes up to \(highest), but none at \(missing)",
                hint: "put herald.null where nothing is meant"
            )
        }
        var elements: [JSON] = []
        elements.reserveCapacity(count)
        var place: lua_Integer = 1
        while place <= highest {
            lua_rawgeti(thread, index, place)
            path.append(String(place - 1))
            defer { lua_settop(thread, -2) }
            elements.append(try value(lua_gettop(thread)))
            path.removeLast()
            place += 1
        }
        return .array(elements)
    }

    /// How many elements there are and the highest index; refuses every other key.
    private func extent(_ index: Int32) throws(HeraldError) -> (count: Int, highest: lua_Integer) {
        var count = 0
        var highest: lua_Integer = 0
        lua_pushnil(thread)
        while lua_next(thread, index) != 0 {
            guard lua_type(thread, -2) == LUA_TNUMBER, lua_isinteger(thread, -2) != 0 else { throw mixed(drop: 2) }
            let key = lua_tointegerx(thread, -2, nil)
            guard key > 0 else {
                lua_settop(thread, -3)
                throw fault("the list has an element at \(key)")
            }
            highest = max(highest, key)
            count += 1
            lua_settop(thread, -2)
        }
        return (count, highest)
    }

    private func mixed(drop count: Int32) -> HeraldError {
        let key = lua_type(thread, -2) == LUA_TSTRING ? LuaCall(thread).bytes(lua_gettop(thread) - 1) : nil
        let kind = LuaCall(thread).describe(lua_gettop(thread) - 1)
        lua_settop(thread, -count - 1)
        if let key { return fault("the list also has the name \"\(String(decoding: key.prefix(64), as: UTF8.self))\"") }
        return fault("\(kind) is a key; JSON has only names and list places")
    }

    private func fault(_ message: String, hint: String? = nil) -> HeraldError {
        let pointer = path.map { "/" + Self.escaped($0) }.joined()
        return HeraldError(.badJSON, message, pointer: pointer, hint: hint)
    }

    private static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        return key.reduce(into: "") { text, character in
            switch character {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.append(character)
            }
        }
    }
}
