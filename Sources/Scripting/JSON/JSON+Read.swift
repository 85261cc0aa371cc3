internal import CLua
internal import CLuaBridge
internal import Values

extension JSON {
    /// Memory of one value in a tree, roughly.
    private static let valueSize = 48

    /// The Lua value at `index`, by way of its text: one writer says what has a form in JSON.
    ///
    /// Integers stay integers. Members are sorted by their bytes, since Lua tables have no order.
    /// - Throws: `bad_json` with a JSON Pointer for a hole or a sparse list, mixed keys, a cycle, nesting over
    ///   ``depthLimit``, a number that is not finite, text that is not UTF-8 (lone surrogates too), and values that JSON
    ///   has no word for; `memory_limit` for what is too much for the script's limit.
    static func read(_ thread: OpaquePointer, _ index: Int32) throws(HeraldError) -> JSON {
        switch lua_type(thread, index) {
        case LUA_TNIL, LUA_TLIGHTUSERDATA: return .null
        case LUA_TBOOLEAN: return .bool(lua_toboolean(thread, index) != 0)
        case LUA_TNONE: throw HeraldError(.badJSON, "nothing has no form in JSON", pointer: "")
        default: break
        }
        var text = herald_json_text()
        let top = lua_gettop(thread)
        defer {
            herald_json_free(thread, &text)
            lua_settop(thread, top)
        }
        guard herald_json_write(thread, index, &text) else { throw JSONFault(text, thread).error }
        let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.count)
        guard
            herald_has_room(thread, JSONText.cost(bytes) + valueSize * text.values),
            let value = JSONText.parse(written: bytes, depth: depthLimit)
        else { throw JSONFault.memory }
        return value
    }
}

/// Puts into words why a Lua value has no form in JSON.
private struct JSONFault {
    static let memory = HeraldError(.memoryLimit, "not enough memory")

    let text: herald_json_text
    let call: LuaCall
    /// Where the value at fault is.
    let index: Int32

    init(_ text: herald_json_text, _ thread: OpaquePointer) {
        self.text = text
        call = LuaCall(thread)
        index = lua_gettop(thread)
    }

    var error: HeraldError {
        switch text.fault {
        case HERALD_JSON_MEMORY: Self.memory
        case HERALD_JSON_LONG:
            HeraldError(
                .memoryLimit,
                "the JSON text is longer than \(HERALD_STRING_LIMIT >> 20) MiB",
                hint: "keep long data in pieces, each a value of its own"
            )
        default:
            HeraldError(
                .badJSON,
                message,
                pointer: String(
                    decoding: UnsafeRawBufferPointer(start: text.pointer, count: text.pointer_length),
                    as: UTF8.self
                ),
                hint: hint
            )
        }
    }

    private var hint: String? {
        switch text.fault {
        case HERALD_JSON_HOLE: "put herald.null where nothing is meant"
        case HERALD_JSON_KIND:
            herald_any_object(call.thread, index).flatMap { object in
                let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
                return (object as? any LuaJSONObject).map { type(of: $0).jsonAdvice }
            }
        default: nil
        }
    }

    private var message: String {
        switch text.fault {
        case HERALD_JSON_DEEP: "nested deeper than \(JSON.depthLimit) levels, under this"
        case HERALD_JSON_CYCLE: "the table contains itself"
        case HERALD_JSON_NOT_FINITE:
            "\(LuaCall.shown(lua_tonumberx(call.thread, index, nil))) has no form in JSON"
        case HERALD_JSON_BYTES: "the text is not UTF-8"
        case HERALD_JSON_NAME_BYTES: "the name of a member is not UTF-8"
        case HERALD_JSON_HOLE:
            "the list has \(text.elements) elements and goes up to \(text.highest), but none at \(text.place)"
        case HERALD_JSON_LOW: "the list has an element at \(text.place)"
        case HERALD_JSON_NAME_IN_LIST: "the list also has the name \"\(name)\""
        case HERALD_JSON_KEY: "\(call.describe(index)) is a key; JSON has only names and list places"
        default: "\(call.describe(index)) has no form in JSON"
        }
    }

    private var name: String { String(decoding: (call.bytes(index) ?? []).prefix(64), as: UTF8.self) }
}
