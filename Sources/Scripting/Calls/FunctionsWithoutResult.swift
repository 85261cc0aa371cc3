// One overload per number of arguments: concrete closures are twice as fast as parameter packs (119 to 54 ns a call).

extension LuaFunctions {
    /// Registers a function without arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function(
        _ name: String,
        _ body: @escaping @Sendable () throws -> Void
    ) {
        add(name) { call in
            try body()
            return 0
        }
    }

    /// Registers a function of 1 argument that answers at once and returns nothing.
    @inlinable
    public mutating func function<A: LuaReadable>(
        _ name: String,
        _ body: @escaping @Sendable (A) throws -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            try body(a)
            return 0
        }
    }

    /// Registers a function of 2 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B) throws -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            try body(a, b)
            return 0
        }
    }

    /// Registers a function of 3 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable, C: LuaReadable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C) throws -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            try body(a, b, c)
            return 0
        }
    }

    /// Registers a function of 4 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable, C: LuaReadable, D: LuaReadable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D) throws -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            try body(a, b, c, d)
            return 0
        }
    }

    /// Registers a function of 5 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<A: LuaReadable, B: LuaReadable, C: LuaReadable, D: LuaReadable, E: LuaReadable>(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E) throws -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            try body(a, b, c, d, e)
            return 0
        }
    }

    /// Registers a function of 6 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E, F) throws -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            let f: F = try call.next(&index)
            try body(a, b, c, d, e, f)
            return 0
        }
    }

    /// Registers a function of 7 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable,
        G: LuaReadable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E, F, G) throws -> Void
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
            try body(a, b, c, d, e, f, g)
            return 0
        }
    }

    /// Registers a function of 8 arguments that answers at once and returns nothing.
    @inlinable
    public mutating func function<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable,
        G: LuaReadable,
        H: LuaReadable
    >(
        _ name: String,
        _ body: @escaping @Sendable (A, B, C, D, E, F, G, H) throws -> Void
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
            try body(a, b, c, d, e, f, g, h)
            return 0
        }
    }
}
