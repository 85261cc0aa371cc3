public import CLua
internal import CLuaBridge
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
        try machine.callNow(function) { call in arguments.reduce(0) { $0 + $1.push(to: call) } }
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
        try machine.callNow(function) { _ in 0 }
    }

    /// Calls a function of one argument at once.
    @inlinable
    public func callNow<A: LuaPushable, Result: LuaReadable>(
        _ function: LuaFunction,
        _ a: A,
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try machine.callNow(function) { call in a.push(to: call) }
    }

    /// Calls a function of two arguments at once.
    @inlinable
    public func callNow<A: LuaPushable, B: LuaPushable, Result: LuaReadable>(
        _ function: LuaFunction,
        _ a: A,
        _ b: B,
        as result: Result.Type = Result.self
    ) throws(HeraldError) -> Result {
        try machine.callNow(function) { call in a.push(to: call) + b.push(to: call) }
    }
}

extension LuaMachine {
    @inlinable
    func callNow<Result: LuaReadable>(
        _ function: LuaFunction,
        _ push: (LuaCall) -> Int32
    ) throws(HeraldError) -> Result {
        let call = LuaCall(main)
        let bottom = try beginCall(function, call)
        let count = push(call)
        try finishCall(count)
        var index = bottom + 1
        let value: Result
        do throws(HeraldError) {
            value = try Result.read(call, &index)
        } catch {
            lua_settop(main, bottom)
            throw error
        }
        lua_settop(main, bottom)
        return value
    }

    /// Pushes the function and says what lies below it.
    @usableFromInline
    func beginCall(_ function: LuaFunction, _ call: LuaCall) throws(HeraldError) -> Int32 {
        guard function.inbox === inbox else { throw ScriptState.closed }
        let bottom = herald_start_call(handle, function.slot)
        guard bottom >= 0 else { throw ScriptState.closed }
        return bottom
    }

    /// Calls the function below `count` arguments; its one result is on top.
    @usableFromInline
    func finishCall(_ count: Int32) throws(HeraldError) {
        guard herald_call_limited(main, count, 1, wallNanoseconds) != LUA_OK else { return }
        throw callFailure()
    }

    private func callFailure() -> HeraldError {
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
