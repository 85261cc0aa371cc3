// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CLua
internal import CLuaBridge
public import Values

/// A table of named options that a function takes, for example `app:feed { limit = 20 }`.
///
/// ```swift
/// struct FeedOptions: LuaOptions {
///     static let names = ["limit", "category"]
///     let limit: Int
///     let category: String?
///     init(_ options: LuaOptionReader) throws(HeraldError) {
///         limit = try options.optional("limit") ?? 20
///         category = try options.optional("category")
///     }
/// }
/// ```
/// A missing table reads like an empty one. A name that is not among ``names`` is an error with a suggestion.
public protocol LuaOptions: LuaReadable {
    /// Every name there is.
    static var names: [String] { get }
    /// Takes the options out of the table.
    init(_ options: LuaOptionReader) throws(HeraldError)
}

extension LuaOptions {
    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Self {
        let reader = try LuaOptionReader(call, index, names: names)
        let options = try Self(reader)
        index += 1
        return options
    }
}

/// Reads options by name.
public struct LuaOptionReader {
    private let call: LuaCall
    /// Stack place of the table, 0 for none.
    private let table: Int32

    init(_ call: LuaCall, _ index: Int32, names: [String]) throws(HeraldError) {
        self.call = call
        guard lua_type(call.thread, index) > LUA_TNIL else {
            table = 0
            return
        }
        guard lua_type(call.thread, index) == LUA_TTABLE else { throw call.mismatch("a table of options", index) }
        guard call.room(4) else { throw HeraldError(.memoryLimit, "not enough memory") }
        table = lua_absindex(call.thread, index)
        lua_pushnil(call.thread)
        while lua_next(call.thread, table) != 0 {
            lua_settop(call.thread, -2)
            let key = try call.text(lua_gettop(call.thread))
            if let key, names.contains(key) { continue }
            let shown = key.map { "\"\($0)\"" } ?? Self.shown(call, lua_gettop(call.thread))
            lua_settop(call.thread, -2)
            throw HeraldError(
                .invalidArgument,
                "there is no option \(shown)",
                hint: key.map { Suggestion.hint(for: $0, among: names) } ?? "options are written name = value"
            )
        }
    }

    /// A key that is no name.
    private static func shown(_ call: LuaCall, _ index: Int32) -> String {
        guard lua_isinteger(call.thread, index) != 0 else { return "whose name is \(call.describe(index))" }
        return "[\(lua_tointegerx(call.thread, index, nil))]"
    }

    /// Whether the option is given.
    public func has(_ name: String) -> Bool {
        guard table != 0 else { return false }
        defer { lua_settop(call.thread, -2) }
        return pushField(name) != LUA_TNIL
    }

    /// An option that may be left out; `false` and `herald.null` do not count as left out.
    public func optional<Value: LuaReadable>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws(HeraldError) -> Value? {
        guard table != 0 else { return nil }
        defer { lua_settop(call.thread, -2) }
        guard pushField(name) != LUA_TNIL else { return nil }
        var top = lua_gettop(call.thread)
        do {
            try refuseNonFinite()
            return try Value.read(call, &top)
        } catch {
            throw HeraldError(
                // That a value has no form in JSON is for whoever asks for JSON; this one asked for an option.
                error.code == .badJSON ? .invalidArgument : error.code,
                "option \"\(name)\": \(error.message)",
                pointer: error.pointer.map { "/\(name)" + $0 },
                hint: error.hint,
                details: error.details
            )
        }
    }

    /// An option that must be given.
    public func required<Value: LuaReadable>(
        _ name: String,
        as type: Value.Type = Value.self
    ) throws(HeraldError) -> Value {
        guard let value = try optional(name, as: type) else {
            throw HeraldError(.invalidArgument, "option \"\(name)\" is missing")
        }
        return value
    }

    /// No option means anything as `0/0` or `math.huge`, whatever type takes it.
    private func refuseNonFinite() throws(HeraldError) {
        guard lua_type(call.thread, -1) == LUA_TNUMBER else { return }
        let number = lua_tonumberx(call.thread, -1, nil)
        guard !number.isFinite else { return }
        throw HeraldError(.invalidArgument, "expected a number, got \(LuaCall.shown(number))")
    }

    private func pushField(_ name: String) -> Int32 {
        _ = name.push(to: call)
        return lua_rawget(call.thread, table)
    }
}
