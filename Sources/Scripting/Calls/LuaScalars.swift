// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLua
internal import CLuaBridge
public import Values

extension Bool: LuaConvertible {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Bool {
        guard lua_type(call.thread, index) == LUA_TBOOLEAN else { throw call.mismatch("a boolean", index) }
        index += 1
        return lua_toboolean(call.thread, index - 1) != 0
    }

    @inlinable
    public func push(to call: LuaCall) -> Int32 {
        lua_pushboolean(call.thread, self ? 1 : 0)
        return 1
    }
}

extension Int64: LuaConvertible {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Int64 {
        var isInteger: Int32 = 0
        let value = lua_tointegerx(call.thread, index, &isInteger)
        guard isInteger != 0, lua_type(call.thread, index) == LUA_TNUMBER else {
            throw call.mismatch("an integer", index)
        }
        index += 1
        return value
    }

    @inlinable
    public func push(to call: LuaCall) -> Int32 {
        lua_pushinteger(call.thread, self)
        return 1
    }
}

extension Int: LuaConvertible {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Int {
        Int(try Int64.read(call, &index))
    }

    @inlinable
    public func push(to call: LuaCall) -> Int32 { Int64(self).push(to: call) }
}

extension Double: LuaConvertible {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Double {
        guard lua_type(call.thread, index) == LUA_TNUMBER else { throw call.mismatch("a number", index) }
        index += 1
        return lua_tonumberx(call.thread, index - 1, nil)
    }

    @inlinable
    public func push(to call: LuaCall) -> Int32 {
        lua_pushnumber(call.thread, self)
        return 1
    }
}

extension String: LuaConvertible {
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> String {
        guard let text = try call.text(index) else { throw call.mismatch("a string", index) }
        index += 1
        return text
    }

    public func push(to call: LuaCall) -> Int32 {
        var copy = self
        copy.withUTF8 { call.push(bytes: UnsafeRawBufferPointer($0)) }
        return 1
    }
}

extension Optional: LuaReadable where Wrapped: LuaReadable {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Wrapped? {
        if lua_type(call.thread, index) <= LUA_TNIL {
            index += 1
            return nil
        }
        return try Wrapped.read(call, &index)
    }
}

extension Optional: LuaPushable where Wrapped: LuaPushable {
    @inlinable
    public func push(to call: LuaCall) -> Int32 {
        guard let self else {
            lua_pushnil(call.thread)
            return 1
        }
        return self.push(to: call)
    }
}

extension Array: LuaReadable where Element: LuaReadable {
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> [Element] {
        guard lua_type(call.thread, index) == LUA_TTABLE else { throw call.mismatch("a list", index) }
        let table = lua_absindex(call.thread, index)
        var elements: [Element] = []
        let length = lua_rawlen(call.thread, table)
        guard length == 0 || call.room(2) else { throw HeraldError(.memoryLimit, "not enough memory") }
        var place: lua_Integer = 1
        while place <= lua_Integer(length) {
            lua_rawgeti(call.thread, table, place)
            defer { lua_settop(call.thread, -2) }
            var top = lua_gettop(call.thread)
            do {
                elements.append(try Element.read(call, &top))
            } catch {
                throw HeraldError(.invalidArgument, "element \(place): \(error.message)", details: error.details)
            }
            place += 1
        }
        index += 1
        return elements
    }
}

extension Array: LuaPushable where Element: LuaPushable {
    public func push(to call: LuaCall) -> Int32 {
        guard call.room(4) else { return call.pushNothing() }
        lua_createtable(call.thread, Int32(clamping: count), 0)
        for (place, element) in enumerated() {
            _ = element.push(to: call)
            lua_rawseti(call.thread, -2, lua_Integer(place + 1))
        }
        // Marked, so that an empty list is still a list as JSON.
        herald_push_array_metatable(call.thread)
        lua_setmetatable(call.thread, -2)
        return 1
    }
}

extension LuaCall {
    /// Makes sure of stack slots; when there are none left the script gets "not enough memory".
    @usableFromInline
    func room(_ slots: Int32) -> Bool {
        if lua_checkstack(thread, slots) != 0 { return true }
        return herald_reserve(thread, .max)
    }

    /// The function lives until Lua's collector finds it unused.
    func push(owned function: HostFunction) {
        guard room(4) else { return }
        herald_push_owned_function(thread, Unmanaged.passRetained(function).toOpaque())
    }

    func push(bytes: UnsafeRawBufferPointer) {
        // Short strings are covered by the slack of the limit; long ones are judged first.
        if bytes.count > 4096, !herald_reserve(thread, bytes.count) {
            lua_pushnil(thread)
            return
        }
        lua_pushlstring(thread, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }

    func bytes(_ index: Int32) -> [UInt8]? {
        guard lua_type(thread, index) == LUA_TSTRING else { return nil }
        var length = 0
        guard let start = lua_tolstring(thread, index, &length) else { return nil }
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// Counts a long copy as the script's memory while the call runs; without room the script gets "not enough memory".
    func hold(_ bytes: Int) -> Bool { bytes < 1 << 16 || herald_hold(thread, bytes) }

    /// The UTF-8 text at `index`, `nil` when it is no string.
    func text(_ index: Int32) throws(HeraldError) -> String? {
        guard lua_type(thread, index) == LUA_TSTRING else { return nil }
        var length = 0
        guard let start = lua_tolstring(thread, index, &length) else { return nil }
        guard hold(length) else { return nil }
        guard herald_is_utf8(start, length) else {
            throw HeraldError(.invalidArgument, "expected UTF-8 text, got a string with other bytes")
        }
        // Several times faster than `String(validating:)`.
        return String(unsafeUninitializedCapacity: length) { bytes in
            UnsafeMutableRawBufferPointer(bytes).copyMemory(from: UnsafeRawBufferPointer(start: start, count: length))
            return length
        }
    }
}
