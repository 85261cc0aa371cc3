// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CLua
internal import CLuaBridge
public import Values

/// Any Lua value, kept from the collector for as long as Swift holds it.
///
/// May be held, passed and dropped on any thread; what it refers to is touched only by its state.
public class LuaReference: LuaConvertible, @unchecked Sendable {
    // Sendable: the fields never change, and `inbox` has its own lock.
    @usableFromInline let slot: Int32
    let inbox: ScriptInbox
    /// By which the machine knows its own.
    @usableFromInline let owner: UnsafeRawPointer

    required init(slot: Int32, inbox: ScriptInbox) {
        self.slot = slot
        self.inbox = inbox
        owner = inbox.identity
    }

    deinit { inbox.release(slot) }

    /// What may be referred to, in the words of error messages; `nil` for anything.
    class var expected: (kind: String, type: Int32)? { nil }

    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Self {
        if let expected, lua_type(call.thread, index) != expected.type { throw call.mismatch(expected.kind, index) }
        guard call.room(2) else { throw HeraldError(.memoryLimit, "not enough memory") }
        lua_pushvalue(call.thread, index)
        let slot = luaL_ref(call.thread, herald_registry_index())
        index += 1
        return Self(slot: slot, inbox: call.machine.inbox)
    }

    /// The value as Swift has it now, read on the state's actor while `call` runs or waits.
    ///
    /// A function that waits has no arguments any more: what it needs later it keeps like this, without a copy.
    package func value<Value: LuaReadable>(
        _ call: LuaCall,
        as type: Value.Type = Value.self
    ) throws(HeraldError) -> Value {
        guard call.room(2) else { throw HeraldError(.memoryLimit, "not enough memory") }
        let bottom = lua_gettop(call.thread)
        defer { lua_settop(call.thread, bottom) }
        _ = push(to: call)
        var index = bottom + 1
        return try Value.read(call, &index)
    }

    public func push(to call: LuaCall) -> Int32 {
        // A value of another state, or of one that is closed, is nil here.
        if inbox === call.machine.inbox {
            lua_rawgeti(call.thread, herald_registry_index(), lua_Integer(slot))
        } else {
            lua_pushnil(call.thread)
        }
        return 1
    }
}

/// A Lua table that Swift holds.
public final class LuaTable: LuaReference, @unchecked Sendable {
    override class var expected: (kind: String, type: Int32)? { ("a table", LUA_TTABLE) }
}

/// A Lua function that Swift holds and may call later, each call as a new coroutine.
public final class LuaFunction: LuaReference, @unchecked Sendable {
    override class var expected: (kind: String, type: Int32)? { ("a function", LUA_TFUNCTION) }

    /// Whether its state takes calls; once it does not it never does again: the state was closed, or another one took its place.
    package var isLive: Bool { inbox.state != nil }

    /// Calls it from anywhere and waits for its end.
    ///
    /// - Throws: what the function raised; `invalid_state` when its state is closed.
    package func call<Result: LuaReadable & Sendable>(
        _ arguments: [any LuaPushable & Sendable] = [],
        as result: Result.Type = Result.self
    ) async throws(HeraldError) -> Result {
        guard let state = inbox.state else { throw ScriptState.closed }
        return try await state.call(self, arguments, as: result)
    }

    /// Queues a call from any thread, in order, and does not wait; an error in it is reported to the state's log.
    package func post(_ arguments: [any LuaPushable & Sendable] = []) {
        inbox.post(.call(self, arguments))
    }
}
