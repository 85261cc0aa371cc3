// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Values

/// A table of functions and constants that `require` gives to scripts.
///
/// ```swift
/// let greetings = LuaModule("greetings") { module in
///     module.function("hello") { (name: String) in "Hello \(name)" }
///     module.asyncFunction("later") { (context: ScriptContext, seconds: Double) async throws in
///         try await context.clock.sleep(for: .seconds(seconds))
///     }
///     module.constant("version", 1)
///     module.module("json") { json in … }
/// }
/// ```
public struct LuaModule: LuaFunctions, Sendable {
    /// What `require` calls it.
    public let name: String
    let path: String
    private(set) var functions: [(name: String, function: HostFunction)] = []
    private(set) var constants: [(name: String, value: JSON)] = []
    private(set) var parts: [LuaModule] = []
    /// What runs when the table itself is called.
    private(set) var caller: HostFunction?

    /// Builds a module.
    public init(_ name: String, _ build: (inout LuaModule) -> Void) {
        self.init(name: name, path: name)
        build(&self)
    }

    private init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    public mutating func add(_ name: String, _ body: @escaping HostFunction.Body) {
        functions.append((name, HostFunction(name: "\(path).\(name)", body: body)))
    }

    /// Registers a function like `print`: it takes anything and gets one text, with tabs between the arguments.
    public mutating func textFunction(
        _ name: String,
        _ body: @escaping @Sendable (ScriptContext, LuaBytes) throws -> Void
    ) {
        let function = HostFunction(name: "\(path).\(name)", front: .text) { call in
            var index: Int32 = 1
            let text: LuaBytes = try call.next(&index)
            try body(call.context, text)
            return 0
        }
        functions.append((name, function))
    }

    /// Registers a function like `print` whose text goes to the log with the line that called it.
    package mutating func logFunction(_ name: String, _ level: ScriptLogEntry.Level) {
        let function = HostFunction(name: "\(path).\(name)", front: .text) { call in
            let machine = call.machine
            let message = machine.shortText(call.thread, 1) ?? ""
            let place = machine.callerPlace(call.thread)
            machine.context.configuration.log(ScriptLogEntry(level: level, message: message, place: place))
            return 0
        }
        functions.append((name, function))
    }

    mutating func add(_ name: String, front: HostFunction.Front, _ body: @escaping HostFunction.Body) {
        functions.append((name, HostFunction(name: "\(path).\(name)", front: front, body: body)))
    }

    /// Lets scripts call the table itself, with 1 argument: `herald.card { … }`.
    public mutating func whenCalled<A: LuaReadable, R: LuaPushable>(_ body: @escaping @Sendable (A) throws -> R) {
        caller = HostFunction(name: path) { call in
            // Lua gives the table first.
            var index: Int32 = 2
            let argument: A = try call.next(&index)
            return try body(argument).push(to: call)
        }
    }

    /// Adds a value that never changes; `null` is `herald.null`.
    public mutating func constant(_ name: String, _ value: JSON) { constants.append((name, value)) }

    /// Adds a table inside this one.
    public mutating func module(_ name: String, _ build: (inout LuaModule) -> Void) {
        var part = LuaModule(name: name, path: "\(path).\(name)")
        build(&part)
        parts.append(part)
    }

    /// Names of all its functions without the tables that they lie in.
    var lastNames: [String] { functions.map(\.name) + parts.flatMap(\.lastNames) }

    /// Names of the tables in it, however deep.
    var partNames: [String] { parts.flatMap { [$0.name] + $0.partNames } }

    /// Names of everything in it, `json.encode` for parts; sorted.
    public var names: [String] {
        let own = functions.map(\.name) + constants.map(\.name) + parts.filter { $0.caller != nil }.map(\.name)
        return (own + parts.flatMap { part in part.names.map { "\(part.name).\($0)" } }).sorted()
    }
}
