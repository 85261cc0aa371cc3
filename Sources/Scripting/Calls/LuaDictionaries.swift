// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLua
internal import CLuaBridge
public import Values

extension Dictionary: LuaReadable where Key == String, Value: LuaReadable {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> [String: Value] {
        guard lua_type(call.thread, index) == LUA_TTABLE else { throw call.mismatch("a table", index) }
        guard call.room(3) else { throw HeraldError(.memoryLimit, "not enough memory") }
        let thread = call.thread
        let table = lua_absindex(thread, index)
        let top = lua_gettop(thread)
        // Lua does not say how many there are, and a dictionary that grows hashes its keys again each time.
        var found: [(key: String, value: Value)] = []
        found.reserveCapacity(64)
        lua_pushnil(thread)
        while lua_next(thread, table) != 0 {
            do {
                let key = try call.memberName(top + 1)
                var place = top + 2
                found.append((key, try Value.read(call, &place)))
            } catch {
                let named = call.naming(error, memberAt: top + 1)
                lua_settop(thread, top)
                throw named
            }
            lua_settop(thread, top + 1)
        }
        index += 1
        var members = [String: Value](minimumCapacity: found.count)
        for (key, value) in found { members[key] = value }
        return members
    }
}

extension Dictionary: LuaPushable where Key == String, Value: LuaPushable {
    @inlinable
    public func push(to call: LuaCall) -> Int32 {
        guard call.room(4), call.room(members: count) else { return call.pushNothing() }
        let thread = call.thread
        lua_createtable(thread, 0, Int32(clamping: count))
        for (key, value) in self where call.push(name: key) {
            if value.push(to: call) == 1 { lua_rawset(thread, -3) } else { lua_settop(thread, -2) }
        }
        return 1
    }
}

extension LuaCall {
    /// Strings up to this many bytes are covered by the slack of the memory limit.
    @inlinable static var unjudged: Int { 4096 }

    @usableFromInline
    func memberName(_ index: Int32) throws(HeraldError) -> String {
        guard let name = try text(index) else {
            throw HeraldError(.invalidArgument, "expected names alone, got \(describe(index)) as a key")
        }
        return name
    }

    /// The error with the name of the member in front.
    @usableFromInline
    func naming(_ error: HeraldError, memberAt index: Int32) -> HeraldError {
        guard let name = try? text(index) else { return error }
        return HeraldError(.invalidArgument, "member \"\(name)\": \(error.message)", details: error.details)
    }

    /// Pushes nil for what does not fit: Lua keeps a slot for that, and the script gets the error of used-up memory.
    @usableFromInline
    func pushNothing() -> Int32 {
        lua_pushnil(thread)
        return 1
    }

    /// Whether a table of so many members fits; small ones are covered by the slack of the memory limit.
    @inlinable
    func room(members: Int) -> Bool { members <= 256 || reserve(members: members) }

    @usableFromInline
    func reserve(members: Int) -> Bool {
        // A place in the table and the name.
        herald_reserve(thread, 72 * members)
    }

    /// Pushes the name of a member; false when there is no memory for it, and then nothing is pushed.
    @inlinable
    func push(name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let start = bytes.baseAddress, bytes.count <= Self.unjudged else { return push(longName: bytes) }
            let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
            lua_pushlstring(thread, text, bytes.count)
            return true
        }
    }

    @usableFromInline
    func push(longName bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        push(bytes: UnsafeRawBufferPointer(bytes))
        if lua_type(thread, -1) == LUA_TSTRING { return true }
        lua_settop(thread, -2)
        return false
    }
}
