public import CLua
public import CLuaBridge
public import Values

/// The Lua stack of one call into Swift.
///
/// Valid only while the call runs, on the state's actor; a waiting function may still push its results through it.
public struct LuaCall {
    /// The coroutine that made the call.
    @usableFromInline let thread: OpaquePointer

    @inlinable
    init(_ thread: OpaquePointer) { self.thread = thread }

    /// How many arguments the script gave.
    @inlinable public var count: Int32 { lua_gettop(thread) }

    /// Reads the next argument and moves on.
    ///
    /// - Throws: `invalid_argument` that names the argument, what it should be and what it is.
    @inlinable
    public func next<Value: LuaReadable>(_ index: inout Int32) throws(HeraldError) -> Value {
        let place = index
        do {
            return try Value.read(self, &index)
        } catch {
            throw Self.misread(error, argument: place)
        }
    }

    /// Lets the script's coroutine wait while `operation` runs on the state's actor.
    ///
    /// `operation` pushes its results to this call and returns how many. Return what this returns, at once.
    /// - Throws: `invalid_state` inside callbacks of `table.sort`, `string.gsub` and metamethods that C calls.
    @inlinable
    public func wait(
        _ operation: nonisolated(nonsending) @escaping () async throws -> Int32
    ) throws(HeraldError) -> Int32 {
        guard herald_can_wait(thread) else { throw cannotWait() }
        machine.pending = operation
        return Int32(HERALD_CALL_WAIT)
    }

    /// The machine that runs the script.
    @usableFromInline var machine: LuaMachine {
        Unmanaged<LuaMachine>.fromOpaque(herald_owner(thread)).takeUnretainedValue()
    }

    /// The runtime around this call.
    package var context: ScriptContext { machine.context }

    /// Says where a call that waits cannot be made; the function's name is put before it.
    @usableFromInline
    func cannotWait() -> HeraldError {
        var place = "where the host or a closing coroutine called it"
        if room(8) {
            herald_push_blocker(thread)
            if let name = try? text(-1) { place = "in a callback of \(name)" }
            lua_settop(thread, -2)
        }
        return HeraldError(
            .invalidState,
            "it waits, which cannot be done \(place)",
            hint: "make the call before, and use its result there",
            details: ["argument": .int(-1)]
        )
    }

    @usableFromInline
    static func misread(_ error: HeraldError, argument: Int32) -> HeraldError {
        var error = error
        if error.details["argument"].isNull {
            error.details["argument"] = .int(Int64(argument))
        }
        return error
    }

    /// What the value at `index` is, in the words of error messages.
    @usableFromInline
    func describe(_ index: Int32) -> String {
        switch lua_type(thread, index) {
        case LUA_TNONE: return "nothing"
        case LUA_TNIL: return "nil"
        case LUA_TBOOLEAN: return "a boolean"
        case LUA_TNUMBER: return "a number"
        case LUA_TSTRING: return "a string"
        case LUA_TFUNCTION: return "a function"
        case LUA_TTHREAD: return "a coroutine"
        case LUA_TLIGHTUSERDATA: return "null"
        case LUA_TUSERDATA: return objectName(index).map(Self.one) ?? "an object"
        default: return "a table"
        }
    }

    /// A name with its article: "an App", "a Card".
    @usableFromInline
    static func one(_ name: String) -> String {
        let isVowel = name.utf8.first.map { "AEIOaeio".utf8.contains($0) } ?? false
        return "\(isVowel ? "an" : "a") \(name)"
    }

    /// A number as messages show it.
    package static func shown(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        return number.isInfinite ? (number < 0 ? "-infinity" : "infinity") : "\(number)"
    }

    private func objectName(_ index: Int32) -> String? {
        guard luaL_getmetafield(thread, index, "__name") != LUA_TNIL else { return nil }
        defer { lua_settop(thread, -2) }
        return lua_type(thread, -1) == LUA_TSTRING ? lua_tolstring(thread, -1, nil).map { String(cString: $0) } : nil
    }

    /// Whether the value at `index` is an error that the host made.
    func isError(_ index: Int32) -> Bool {
        guard lua_getmetatable(thread, index) != 0 else { return false }
        herald_push_error_metatable(thread)
        defer { lua_settop(thread, -3) }
        return lua_rawequal(thread, -1, -2) != 0
    }

    /// An error for the value at `index`.
    @usableFromInline
    func mismatch(_ expected: String, _ index: Int32) -> HeraldError {
        HeraldError(.invalidArgument, "expected \(expected), got \(describe(index))")
    }
}
