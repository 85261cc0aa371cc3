// What a conformance does, its protocol says.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import CLua
public import Values

/// A type that Swift takes from Lua.
public protocol LuaReadable: SendableMetatype {
    /// Reads the value at `index` and moves the index past it; a type that needs no argument leaves it.
    ///
    /// Must run no Lua code.
    /// - Throws: `invalid_argument` without naming the argument; the caller adds that.
    static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Self
}

/// A type that Swift gives to Lua.
public protocol LuaPushable: SendableMetatype {
    /// Pushes the value and returns how many values that were.
    func push(to call: LuaCall) -> Int32
}

/// A type that goes both ways.
public typealias LuaConvertible = LuaReadable & LuaPushable

/// Several results of one call.
public struct LuaResults: LuaPushable {
    private let values: [any LuaPushable]

    /// Gives `values` in order.
    public init(_ values: [any LuaPushable]) { self.values = values }

    public func push(to call: LuaCall) -> Int32 {
        guard call.room(Int32(clamping: values.count)) else { return 0 }
        return values.reduce(0) { $0 + $1.push(to: call) }
    }
}

/// All arguments from here on: makes a function variadic.
public struct LuaRest: LuaReadable {
    /// Each argument, kept safe from the collector.
    public let values: [LuaReference]

    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> LuaRest {
        var values: [LuaReference] = []
        while index <= call.count { values.append(try LuaReference.read(call, &index)) }
        return LuaRest(values: values)
    }
}

/// Bytes as they are, where `String` would need UTF-8.
public struct LuaBytes: LuaConvertible, Sendable, Hashable {
    /// The bytes.
    public var bytes: [UInt8]

    /// Wraps bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> LuaBytes {
        guard call.hold(Int(lua_rawlen(call.thread, index))), let bytes = call.bytes(index) else {
            throw call.mismatch("a string", index)
        }
        index += 1
        return LuaBytes(bytes)
    }

    public func push(to call: LuaCall) -> Int32 {
        bytes.withUnsafeBytes { call.push(bytes: $0) }
        return 1
    }
}
