// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import Values

/// A Swift function that scripts call; immutable, so all states share one.
public final class HostFunction: Sendable {
    /// Takes the arguments from the call, pushes results and returns how many, or what ``LuaCall/wait(_:)`` returned.
    public typealias Body = @Sendable (LuaCall) throws -> Int32

    /// As error messages name it: `herald.sleep`, `Session:send`.
    let name: String
    /// Whether the first argument is the object before the colon, which people do not count.
    let isMethod: Bool
    /// What stands between the script and it.
    let front: Front
    let body: Body

    init(name: String, isMethod: Bool = false, front: Front = .none, body: @escaping Body) {
        self.name = name
        self.isMethod = isMethod
        self.front = front
        self.body = body
    }

    /// A function in C that scripts call in the place of this one.
    enum Front {
        case none
        /// Gives this one string, all arguments as `tostring` shows them.
        case text
        /// Write and read JSON; this one is called for what they cannot, to say why.
        case jsonEncoder, jsonDecoder
    }

    /// The error with the function's and the argument's name in front.
    func naming(_ error: HeraldError) -> HeraldError {
        guard let argument = error.details["argument"].int else { return error }
        var error = error
        error.details["argument"] = .null
        if error.details.object?.count == 1 { error.details = .null }
        if argument < 0 {
            error.message = "\(name): \(error.message)"
            return error
        }
        let number = isMethod ? argument - 1 : argument
        error.message =
            number == 0
            ? "\(name): \(error.message); call it with a colon"
            : "\(name): argument \(number): \(error.message)"
        return error
    }
}

/// A place where functions are registered: a module or a type.
public protocol LuaFunctions {
    /// Registers a function in its raw form; the typed overloads call this.
    mutating func add(_ name: String, _ body: @escaping HostFunction.Body)
}

/// A function made at run time; Lua's collector frees it.
public struct LuaClosure: LuaPushable {
    let function: HostFunction

    /// Wraps a raw function.
    public init(_ name: String, _ body: @escaping HostFunction.Body) {
        function = HostFunction(name: name, body: body)
    }

    public func push(to call: LuaCall) -> Int32 {
        call.push(owned: function)
        return 1
    }
}

/// What a generic `for` calls until there is nothing more; each step may wait.
public struct LuaIterator: LuaPushable {
    private let closure: LuaClosure

    /// Iterates over what `next` gives until it gives `nil`.
    public init<Element: LuaPushable>(
        _ next: nonisolated(nonsending) @escaping @Sendable () async throws -> Element?
    ) {
        closure = LuaClosure("iterator") { call in
            try call.wait { try await next().push(to: call) }
        }
    }

    public func push(to call: LuaCall) -> Int32 { closure.push(to: call) }
}
