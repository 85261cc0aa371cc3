internal import CLua
internal import CLuaBridge
internal import Values

// What Swift makes of the errors that scripts raise.
extension LuaMachine {
    /// Instructions that `__tostring` of an error may take; it runs outside any budget of the script.
    private static let textBudget: Int32 = 1_000_000
    static let memoryHint = "raise the memory limit if the script is right"
    /// A chain of causes that is longer was made by a script to be long.
    private static let causeLimit = 16

    /// The error value on top of a failed coroutine.
    func error(on thread: OpaquePointer, _ traceback: String) -> HeraldError {
        var error = readError(thread, -1, depth: 0)
        if error.traceback == nil { error.traceback = shown(traceback) }
        if error.place == nil { error.place = firstPlace(in: traceback) }
        return error
    }

    /// Lua's traceback without the frames below the chunk, which are the host's; `nil` when there is nothing in it.
    func shown(_ traceback: String) -> String? {
        let foot = "\n\t[C]: in ?"
        var shown = traceback[...]
        while shown.hasSuffix(foot) { shown = shown.dropLast(foot.count) }
        return shown.contains("\n") ? String(shown) : nil
    }

    func traceback(of thread: OpaquePointer) -> String {
        herald_traceback(main, thread, 0)
        defer { lua_settop(main, -2) }
        return string(main, -1) ?? ""
    }

    /// The innermost script line of a traceback.
    func firstPlace(in traceback: String) -> SourcePlace? {
        for line in traceback.split(separator: "\n") {
            let text = line.drop { $0 == "\t" || $0 == " " }
            if text.hasPrefix("[C]") { continue }
            if let found = splitPlace(String(text)) { return found.place }
        }
        return nil
    }

    /// An error that a script holds.
    func errorValue(_ thread: OpaquePointer, _ index: Int32) -> HeraldError { readError(thread, index, depth: 0) }

    private func readError(_ thread: OpaquePointer, _ index: Int32, depth: Int) -> HeraldError {
        let index = lua_absindex(thread, index)
        guard lua_checkstack(thread, 8) != 0 else { return HeraldError(.scriptError, "stack overflow") }
        switch lua_type(thread, index) {
        case LUA_TSTRING:
            let text = shortText(thread, index) ?? ""
            if text == "not enough memory" { return memoryError }
            guard let (place, rest) = splitPlace(text) else { return HeraldError(.scriptError, text) }
            return HeraldError(.scriptError, rest, hint: advice(rest, place), place: place)
        case LUA_TTABLE:
            if herald_is_memory_error(thread, index) { return memoryError }
            if let message = field("message", thread, index) {
                return readTable(message, thread, index, depth: depth)
            }
        default: break
        }
        // The text may run a script's __tostring, so it is made on the main thread under its own budget.
        lua_pushvalue(thread, index)
        lua_xmove(thread, main, 1)
        herald_guarded_text(main, -1, Self.textBudget)
        defer { lua_settop(main, -3) }
        return HeraldError(.scriptError, shortText(main, -1) ?? "an error without a text")
    }

    var memoryMessage: String { "the script used up its \(context.configuration.limits.memory >> 10) KiB of memory" }

    var memoryError: HeraldError {
        let place = splitPlace(String(cString: herald_memory_place(handle)))?.place
        if herald_memory_refusal(handle) == HERALD_REFUSAL_STRING {
            let limit = HERALD_STRING_LIMIT >> 20
            return HeraldError(
                .memoryLimit,
                "the script asked for a string of more than \(limit) MiB",
                hint: "keep long data in pieces, for example in a table",
                place: place
            )
        }
        return HeraldError(
            .memoryLimit,
            memoryMessage,
            hint: Self.memoryHint,
            place: place
        )
    }

    private func readTable(_ message: String, _ thread: OpaquePointer, _ index: Int32, depth: Int) -> HeraldError {
        var error = HeraldError(
            field("code", thread, index).map { HeraldError.Code(rawValue: $0) } ?? .scriptError,
            message,
            pointer: field("pointer", thread, index),
            hint: field("hint", thread, index),
            place: field("place", thread, index).flatMap { splitPlace("\($0):")?.place },
            traceback: field("traceback", thread, index)
        )
        if rawField("details", thread, index), let details = try? JSON.read(thread, -1) { error.details = details }
        lua_settop(thread, -2)
        if depth < Self.causeLimit, rawField("cause", thread, index) {
            error.cause = readError(thread, -1, depth: depth + 1)
        }
        lua_settop(thread, -2)
        return error
    }

    /// Pushes the field or nil and says whether it is there.
    private func rawField(_ key: String, _ thread: OpaquePointer, _ index: Int32) -> Bool {
        lua_pushstring(thread, key)
        return lua_rawget(thread, index) != LUA_TNIL
    }

    private func field(_ key: String, _ thread: OpaquePointer, _ index: Int32) -> String? {
        defer { lua_settop(thread, -2) }
        return rawField(key, thread, index) ? shortText(thread, -1) : nil
    }

    /// The beginning of a string, as much as an error or a log line needs: the whole may be as long as the script's memory.
    func shortText(_ thread: OpaquePointer, _ index: Int32) -> String? {
        var length = 0
        guard lua_type(thread, index) == LUA_TSTRING, let start = lua_tolstring(thread, index, &length) else {
            return nil
        }
        return ShortText.of(UnsafeRawBufferPointer(start: start, count: length))
    }

    func string(_ thread: OpaquePointer, _ index: Int32) -> String? {
        LuaCall(thread).bytes(index).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Splits `file:line: rest`, as Lua writes it.
    func splitPlace(_ text: String) -> (place: SourcePlace, rest: String)? { sources.split(text) }
}
