// One overload per number of arguments: concrete closures are twice as fast as parameter packs (119 to 54 ns a call).

extension LuaFunctions {
    /// Registers a function without arguments that may wait.
    @inlinable
    public mutating func asyncFunction<R: LuaPushable>(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable () async throws -> R
    ) {
        add(name) { call in
            try call.wait { try await body().push(to: call) }
        }
    }

    /// Registers a function of 1 argument that may wait.
    @inlinable
    public mutating func asyncFunction<A: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable (A) async throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            return try call.wait { try await body(a).push(to: call) }
        }
    }

    /// Registers a function of 2 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<A: LuaReadable, B: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B) async throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            return try call.wait { try await body(a, b).push(to: call) }
        }
    }

    /// Registers a function of 3 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<A: LuaReadable, B: LuaReadable, C: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B, C) async throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            return try call.wait { try await body(a, b, c).push(to: call) }
        }
    }

    /// Registers a function of 4 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<A: LuaReadable, B: LuaReadable, C: LuaReadable, D: LuaReadable, R: LuaPushable>(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B, C, D) async throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            return try call.wait { try await body(a, b, c, d).push(to: call) }
        }
    }

    /// Registers a function of 5 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        R: LuaPushable
    >(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B, C, D, E) async throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            return try call.wait { try await body(a, b, c, d, e).push(to: call) }
        }
    }

    /// Registers a function of 6 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<
        A: LuaReadable,
        B: LuaReadable,
        C: LuaReadable,
        D: LuaReadable,
        E: LuaReadable,
        F: LuaReadable,
        R: LuaPushable
    >(
        _ name: String,
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B, C, D, E, F) async throws -> R
    ) {
        add(name) { call in
            var index: Int32 = 1
            let a: A = try call.next(&index)
            let b: B = try call.next(&index)
            let c: C = try call.next(&index)
            let d: D = try call.next(&index)
            let e: E = try call.next(&index)
            let f: F = try call.next(&index)
            return try call.wait { try await body(a, b, c, d, e, f).push(to: call) }
        }
    }

    /// Registers a function of 7 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<
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
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B, C, D, E, F, G) async throws -> R
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
            return try call.wait { try await body(a, b, c, d, e, f, g).push(to: call) }
        }
    }

    /// Registers a function of 8 arguments that may wait.
    @inlinable
    public mutating func asyncFunction<
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
        _ body: nonisolated(nonsending) @escaping @Sendable (A, B, C, D, E, F, G, H) async throws -> R
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
            return try call.wait { try await body(a, b, c, d, e, f, g, h).push(to: call) }
        }
    }
}
