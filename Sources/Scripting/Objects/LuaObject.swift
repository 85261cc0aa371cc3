// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import CLuaBridge
public import Values

/// A Swift class whose instances scripts hold as objects.
///
/// Instances are touched only on the state's actor while scripts hold them.
/// ```swift
/// final class Greeter: LuaObject {
///     static let luaType = LuaType("Greeter", of: Greeter.self) { type in
///         type.field("name") { $0.name }
///         type.function("greet") { (greeter: Greeter, who: String) in "\(greeter.name) greets \(who)" }
///         type.asyncFunction("wait") { (greeter: Greeter, seconds: Double) async throws in … }
///         type.text { "Greeter \($0.name)" }
///     }
/// }
/// ```
public protocol LuaObject: AnyObject, LuaConvertible {
    /// What scripts see of it; a `static let`, since its identity is the type's.
    static var luaType: LuaType { get }
}

/// An object that stands for JSON wherever a script may give JSON.
public protocol LuaJSONObject: LuaObject {
    /// Its JSON; `nil` when it has none.
    var luaJSON: JSON? { get }
    /// Tells what to do where it has none.
    static var jsonAdvice: String { get }
}

extension LuaObject {
    @inlinable
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Self {
        guard let object = herald_object(call.thread, index, luaType.identity) else {
            throw call.mismatch(LuaCall.one(luaType.name), index)
        }
        index += 1
        return Unmanaged<Self>.fromOpaque(object).takeUnretainedValue()
    }

    public func push(to call: LuaCall) -> Int32 {
        call.machine.push(self, as: Self.luaType, to: call)
        return 1
    }
}

/// Fields, methods and metamethods of a class that scripts see.
public final class LuaType: Sendable {
    /// As error messages and `tostring` name it.
    public let name: String
    let methods: [(name: String, function: HostFunction)]
    let getters: [(name: String, function: HostFunction)]
    let setters: [(name: String, function: HostFunction)]
    let otherFields: HostFunction?
    let metamethods: [(name: String, function: HostFunction)]

    /// Describes a class.
    public init<Object: LuaObject>(
        _ name: String,
        of object: Object.Type,
        _ build: (inout LuaTypeBuilder<Object>) -> Void
    ) {
        var builder = LuaTypeBuilder<Object>(name: name)
        build(&builder)
        self.name = name
        methods = builder.methods
        getters = builder.getters
        setters = builder.setters
        otherFields = builder.otherFields
        metamethods = builder.metamethods
    }

    @usableFromInline var identity: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// Names of methods and fields; sorted.
    public var names: [String] { (methods.map(\.name) + getters.map(\.name)).sorted() }
}

/// Collects what scripts see of a class.
public struct LuaTypeBuilder<Object: LuaObject>: LuaFunctions {
    let name: String
    fileprivate(set) var methods: [(name: String, function: HostFunction)] = []
    fileprivate(set) var getters: [(name: String, function: HostFunction)] = []
    fileprivate(set) var setters: [(name: String, function: HostFunction)] = []
    fileprivate(set) var otherFields: HostFunction?
    fileprivate(set) var metamethods: [(name: String, function: HostFunction)] = []

    init(name: String) { self.name = name }

    /// Adds a method; the first argument of the typed overloads is the object.
    public mutating func add(_ name: String, _ body: @escaping HostFunction.Body) {
        methods.append((name, HostFunction(name: "\(self.name):\(name)", isMethod: true, body: body)))
    }

    /// Adds a field that is computed at each read.
    @inlinable
    public mutating func field<Value: LuaPushable>(
        _ name: String,
        _ get: @escaping @Sendable (Object) throws -> Value
    ) {
        addGetter(name, Self.onObject { object, call, _ in try get(object).push(to: call) })
    }

    @usableFromInline
    mutating func addGetter(_ name: String, _ body: @escaping HostFunction.Body) {
        getters.append((name, HostFunction(name: "\(self.name).\(name)", isMethod: true, body: body)))
    }

    /// Adds a field that scripts may set, too.
    public mutating func field<Value: LuaConvertible>(
        _ name: String,
        get: @escaping @Sendable (Object) throws -> Value,
        set: @escaping @Sendable (Object, Value) throws -> Void
    ) {
        field(name, get)
        let field = "\(self.name).\(name)"
        let body = Self.onObject { object, call, index in
            // After the object lies the name.
            index = 3
            let value: Value
            do throws(HeraldError) {
                value = try Value.read(call, &index)
            } catch {
                throw HeraldError(error.code, "\(field): \(error.message)", pointer: error.pointer, hint: error.hint)
            }
            try set(object, value)
            return 0
        }
        setters.append((name, HostFunction(name: field, isMethod: true, body: body)))
    }

    /// What `pairs` goes through, in this order.
    public mutating func entries(_ get: @escaping @Sendable (Object) throws -> [(name: String, value: JSON)]) {
        meta(
            "__pairs",
            Self.onObject { object, call, _ in
                let entries = try get(object)
                let next = Lock(0)
                let step = LuaClosure("pairs") { call in
                    let place = next.withLock { place -> Int in
                        defer { place += 1 }
                        return place
                    }
                    guard place < entries.count else { return Int?.none.push(to: call) }
                    return entries[place].name.push(to: call) + entries[place].value.push(to: call)
                }
                return step.push(to: call)
            }
        )
    }

    /// Adds a field whose reading may wait.
    public mutating func asyncField<Value: LuaPushable>(
        _ name: String,
        _ get: nonisolated(nonsending) @escaping @Sendable (Object) async throws -> Value
    ) {
        addGetter(name, Self.onObject { object, call, _ in try call.wait { try await get(object).push(to: call) } })
    }

    /// Answers for every name that is no field and no method; `nil` is `nil`.
    public mutating func otherFields<Value: LuaPushable>(
        _ get: @escaping @Sendable (Object, String) throws -> Value?
    ) {
        let body = Self.onObject { object, call, index in
            // A key that is no text names no field.
            guard let key = try? String.read(call, &index) else { return Value?.none.push(to: call) }
            return try get(object, key).push(to: call)
        }
        otherFields = HostFunction(name: "\(name).field", isMethod: true, body: body)
    }

    /// What `tostring` gives.
    public mutating func text(_ get: @escaping @Sendable (Object) throws -> String) {
        meta("__tostring", Self.onObject { object, call, _ in try get(object).push(to: call) })
    }

    /// What `#` gives.
    public mutating func length(_ get: @escaping @Sendable (Object) throws -> Int) {
        meta("__len", Self.onObject { object, call, _ in try get(object).push(to: call) })
    }

    /// When two objects of this type are equal; without it, when they are the same.
    public mutating func equality(_ compare: @escaping @Sendable (Object, Object) throws -> Bool) {
        meta(
            "__eq",
            Self.onObject { left, call, index in
                guard let right = try? Object.read(call, &index) else { return false.push(to: call) }
                return try compare(left, right).push(to: call)
            }
        )
    }

    /// What happens when a `<close>` variable that holds the object goes out of scope; may wait.
    public mutating func closing(
        _ close: nonisolated(nonsending) @escaping @Sendable (Object) async throws -> Void
    ) {
        meta(
            "__close",
            Self.onObject { object, call, _ in
                try call.wait {
                    try await close(object)
                    return 0
                }
            }
        )
    }

    /// What calling the object does, for objects that are iterators: each step may wait, `nil` ends.
    public mutating func iteration<Element: LuaPushable>(
        _ next: nonisolated(nonsending) @escaping @Sendable (Object) async throws -> Element?
    ) {
        meta("__call", Self.onObject { object, call, _ in try call.wait { try await next(object).push(to: call) } })
    }

    private mutating func meta(_ key: String, _ body: @escaping HostFunction.Body) {
        metamethods.append((key, HostFunction(name: "\(name).\(key)", isMethod: true, body: body)))
    }

    // Inlined into the registrations of other modules: as a generic closure a field costs some ten nanoseconds more.
    @inlinable
    static func onObject(
        _ body: @escaping @Sendable (Object, LuaCall, inout Int32) throws -> Int32
    ) -> HostFunction.Body {
        { call in
            var index: Int32 = 1
            let object: Object = try call.next(&index)
            return try body(object, call, &index)
        }
    }
}
