// One overload per number of arguments: concrete closures are twice as fast as parameter packs (119 to 54 ns a call).

extension LuaFunctions {
    /// Registers a function without arguments that answers at once.
    @inlinable
    public mutating func function<R: LuaPushable>(
        _ name: String,
        _ body: @escaping @Sendable () throws -> R
    ) {
        add(name) { call in
            try body().push(to: call)
        }
    }

    /// Registers a function of 1 argument that answers at once.
    @inlinable
    public mutating func function<A: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: @escaping @Sendable (A) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            return try body(a).push(to: call)
        }
    }

    /// Registers a function of 2 arguments that answers at once.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            return try body(a, b).push(to: call)
        }
    }

    /// Registers a function of 3 arguments that answers at once.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable, C: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            return try body(a, b, c).push(to: call)
        }
    }

    /// Registers a function of 4 arguments that answers at once.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable, C: LuaReadable, D: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            return try body(a, b, c, d).push(to: call)
        }
    }

    /// Registers a function of 5 arguments that answers at once.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        R: LuaPushable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            return try body(a, b, c, d, e).push(to: call)
        }
    }

    /// Registers a function of 6 arguments that answers at once.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable,
        R: LuaPushable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E, F) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            let f: F = try call.next(&index)
            return try body(a, b, c, d, e, f).push(to: call)
        }
    }

    /// Registers a function of 7 arguments that answers at once.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable,
        G: LuaReadable,
        R: LuaPushable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E, F, G) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            let f: F = try call.next(&index)
            let g: G = try call.next(&index)
            return try body(a, b, c, d, e, f, g).push(to: call)
        }
    }

    /// Registers a function of 8 arguments that answers at once.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable,
        G: LuaReadable,
        H: LuaReadable,
        R: LuaPushable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E, F, G, H) throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            let f: F = try call.next(&index)
            let g: G = try call.next(&index)
            let h: H = try call.next(&index)
            return try body(a, b, c, d, e, f, g, h).push(to: call)
        }
    }
}
