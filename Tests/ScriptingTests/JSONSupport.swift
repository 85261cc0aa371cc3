import Synchronization
import Values

@testable import Scripting

/// JSON functions, both straight and by way of a tree, and `text`, which gives one text after another.
func jsonModule(texts: [[UInt8]] = []) -> LuaModule {
    let rest = Mutex(texts[...])
    return LuaModule("json") { module in
        module.addJSONTextFunctions()
        module.addArrayFunction("array")
        module.constant("null", .null)
        module.function("tree_encode") { (value: JSON) in value.text }
        module.function("tree_decode") { (text: LuaBytes) throws -> JSON in
            do throws(HeraldError) {
                return try JSONText.parse(text.bytes, limits: JSONText.Limits(depth: JSON.depthLimit))
            } catch {
                var error = error
                error.message = "json.decode: argument 1: \(error.message)"
                throw error
            }
        }
        module.function("text") { rest.withLock { $0.popFirst() }.map(LuaBytes.init) }
    }
}

/// Runs `source` with `json` and `same`, which compares values with all that Lua knows of them.
func runJSON(
    _ source: String,
    texts: [[UInt8]] = [],
    limits: ScriptLimits = ScriptLimits(wallTime: .seconds(180))
) async throws -> [JSON] {
    let prelude = """
        local json = require 'json'
        local function same(a, b)
            if type(a) ~= type(b) or math.type(a) ~= math.type(b) then return false end
            if type(a) == 'number' and a == 0 and b == 0 then return 1 / a == 1 / b end
            if type(a) ~= 'table' then return a == b end
            if getmetatable(a) ~= getmetatable(b) then return false end
            for key, value in next, a do if not same(value, rawget(b, key)) then return false end end
            for key in next, b do if rawget(a, key) == nil then return false end end
            return true
        end
        """
    return try await run(prelude + "\n" + source, limits: limits, modules: [jsonModule(texts: texts)])
}

/// Makes JSON texts from a seed, some of them spoilt.
struct JSONTextSource {
    private var state: UInt64
    private static let numbers = [
        "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "0.0", "-0.0",
        "1.0", "1e308", "-1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "1e400", "1e-400", "0.1",
        "123456789012345678901234567890", "3.141592653589793", "9007199254740993", "9007199254740993.0", "1E5",
        "1e16", "18014398509481984.0", "0.0001", "0.00001", "12345.678e-3",
    ]
    private static let pieces = [
        "a", "key", "é", "e\u{301}", "😀", "\\u0000", "\\n", "\\\"", "\\\\", "\\/", "\\ud83d\\ude00", "\\u00e9",
        "\u{FFFD}",
        "~", "/", "\\b\\f\\r\\t", "\u{7F}", "\\u001f", "long enough not to be interned by Lua, which is forty bytes",
    ]
    private static let spoilers = ["\\ud800", "\u{1}", ",", "]", "}", "\"", "nul", "+", "\\x", " ", "[", "{", ":", "."]

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 8) % bound
    }

    mutating func next() -> [UInt8] {
        var text = Array(value(4).utf8)
        if below(4) == 0 {
            let place = below(text.count + 1)
            text.insert(contentsOf: Self.spoilers[below(Self.spoilers.count)].utf8, at: place)
        }
        if below(20) == 0 { text[below(text.count)] = UInt8(below(256)) }
        return text
    }

    private mutating func blank() -> String { below(6) == 0 ? [" ", "\n", "\t\r "][below(3)] : "" }

    private mutating func string() -> String {
        "\"" + (0..<below(4)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined() + "\""
    }

    private mutating func value(_ depth: Int) -> String {
        switch below(depth > 0 ? 8 : 5) {
        case 0: return Self.numbers[below(20) == 0 ? below(Self.numbers.count) : below(6)]
        case 1: return Double(bitPattern: state).isFinite ? "\(Double(bitPattern: state))" : "7"
        case 2: return ["true", "false", "null"][below(3)]
        case 3, 4: return string()
        case 5:
            return "[" + (0..<below(5)).map { _ in blank() + value(depth - 1) + blank() }.joined(separator: ",") + "]"
        default:
            let members = (0..<below(7)).map { _ in blank() + string() + blank() + ":" + blank() + value(depth - 1) }
            return "{" + members.joined(separator: ",") + blank() + "}"
        }
    }
}
