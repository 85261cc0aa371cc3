public import CLua
public import CLuaBridge
public import Values

// Calls of Lua functions that end before they return: no coroutine, no task, and nothing in them may wait.
extension ScriptState {
    /// Where code on the state's actor makes calls from.
    package var call: LuaCall { LuaCall(machine.main) }

    /// Calls a function at once; see ``LuaCall/callNow(_:as:)``.
    package func callNow<Result: LuaReadable>(
        _ function: LuaFunction,
        _ arguments: [any LuaPushable & Sendable] = [],
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try call.callNow(function) { call in arguments.reduce(0) { $0 + $1.push(to: call) } }
    }
}

extension LuaCall {
    /// Calls a function at once; a call in it that waits raises `invalid_state`.
    ///
    /// For short functions, such as a decision that a script makes. Within a call of the host the limits of the script hold,
    /// outside of one the state's own.
    /// - Throws: what the function raised, or a used-up limit.
    @inlinable
    public func callNow<Result: LuaReadable>(
        _ function: LuaFunction,
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try callNow(function) { _ in 0 }
    }

    /// Calls a function of one argument at once.
    @inlinable
    public func callNow<A: LuaPushable, Result: LuaReadable>(
        _ function: LuaFunction,
        _ a: A,
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try callNow(function) { call in a.push(to: call) }
    }

    /// Calls a function of two arguments at once.
    @inlinable
    public func callNow<A: LuaPushable, B: LuaPushable, Result: LuaReadable>(
        _ function: LuaFunction,
        _ a: A,
        _ b: B,
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try callNow(function) { call in a.push(to: call) + b.push(to: call) }
    }
}

extension LuaCall {
    @inlinable
    func callNow<Result: LuaReadable>(
        _ function: LuaFunction,
        _ push: (LuaCall) -> Int32
    ) throws(HeraldError) -> Result {
        // Arguments lie on the main thread, whichever coroutine makes the call.
        let frame = herald_start_call(thread, function.owner, function.slot)
        let main = LuaCall(frame.thread)
        let bottom = frame.below
        guard bottom >= 0 else { throw Self.closedState() }
        guard herald_call_limited(main.thread, push(main)) == LUA_OK else { throw machine.callFailure() }
        var index = bottom + 1
        let value: Result
        do throws(HeraldError) {
            value = try Result.read(main, &index)
        } catch {
            lua_settop(main.thread, bottom)
            throw error
        }
        lua_settop(main.thread, bottom)
        return value
    }
}

extension LuaCall {
    @usableFromInline static func closedState() -> HeraldError { ScriptState.closed }
}

extension LuaMachine {
    /// Takes off what the call raised.
    @usableFromInline
    func callFailure() -> HeraldError {
        let reason = herald_interrupted(handle)
        if reason != Int32(HERALD_INTERRUPT_NONE), current == nil {
            herald_clear_interrupt(handle)
            let budget = budget()
            budget.end(reason == Int32(HERALD_INTERRUPT_TIME) ? .time : .closed)
            lua_settop(main, -2)
            return budget.error ?? ScriptState.closed
        }
        let error = self.error(on: main, "")
        lua_settop(main, -2)
        return error
    }
}
