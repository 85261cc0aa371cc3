/// What a host function has for a script: the answer, or the way to get it.
///
/// An answer that is there costs a sixth of an `async` function's call, for the script's coroutine does not leave and come back.
/// ```swift
/// module.waitFunction("receive") { (queue: Queue) in
///     if let message = queue.next() { .ready(message) } else { .later { try await queue.wait() } }
/// }
/// ```
public enum LuaWait<Value: LuaPushable> {
    /// Gets the answer, on the state's actor.
    public typealias Operation = nonisolated(nonsending) () async throws -> Value

    /// It is there.
    case ready(Value)
    /// The script waits for it, as it does for an `async` function.
    case later(Operation)

    /// Gives it to the call, now or later.
    @inlinable
    func answer(_ call: LuaCall) throws -> Int32 {
        switch self {
        case .ready(let value): value.push(to: call)
        case .later(let operation): try call.wait { try await operation().push(to: call) }
        }
    }
}

extension LuaFunctions {
    /// Registers a function without arguments that waits only when it must.
    @inlinable
    public mutating func waitFunction<R>(_ name: String, _ body: @escaping @Sendable () throws -> LuaWait<R>) {
        add(name) { call in try body().answer(call) }
    }

    /// Registers a function of 1 argument that waits only when it must.
    @inlinable
    public mutating func waitFunction<A: LuaReadable, R>(
        _ name: String,
        _ body: @escaping @Sendable (A) throws -> LuaWait<R>
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            return try body(a).answer(call)
        }
    }

    /// Registers a function of 2 arguments that waits only when it must.
    @inlinable
    public mutating func waitFunction<A: LuaReadable, B: LuaReadable, R>(
        _ name: String,
        _ body: @escaping @Sendable (A, B) throws -> LuaWait<R>
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            return try body(a, b).answer(call)
        }
    }

    /// Registers a function of 3 arguments that waits only when it must.
    @inlinable
    public mutating func waitFunction<A: LuaReadable, B: LuaReadable, C: LuaReadable, R>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C) throws -> LuaWait<R>
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            return try body(a, b, c).answer(call)
        }
    }
}
