internal import CLua
internal import CLuaBridge
internal import Values

// What the state asks of its machine.
extension LuaMachine {
    /// Pushes the compiled chunk onto the main stack.
    ///
    /// Compiling counts for `budget`; what takes long there is refused memory once the time is over.
    func compile(_ source: [UInt8], name: String, budget: RunBudget) throws(HeraldError) {
        sweep()
        sources.remember(name)
        sources.keep(source, of: name)
        var text = source[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        if text.starts(with: "#!".utf8) {
            // The line end stays, so that lines keep their numbers.
            text = text[(text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex)...]
        }
        // Lua's own words for it name no file.
        if text.starts(with: LUA_SIGNATURE.utf8) {
            throw HeraldError(.syntaxError, "\(name) is compiled Lua", hint: "only the text of a script is run")
        }
        let isOutermost = current == nil
        if isOutermost { herald_set_deadline(handle, budget.deadline, 0) }
        let status = text.withUnsafeBytes { bytes in
            herald_load(main, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, "@\(name)")
        }
        if isOutermost { herald_set_deadline(handle, 0, 0) }
        if isOutermost, herald_interrupted(handle) == Int32(HERALD_INTERRUPT_TIME) {
            herald_clear_interrupt(handle)
            lua_settop(main, -2)
            budget.end(.time)
            throw budget.error ?? HeraldError(.timeLimit, "compiling took too long")
        }
        guard status != LUA_OK else { return }
        defer { lua_settop(main, -2) }
        let message = string(main, -1) ?? "the chunk cannot be compiled"
        if message == "not enough memory" { throw HeraldError(.memoryLimit, "not enough memory to compile the chunk") }
        let split = splitPlace(message)
        throw HeraldError(.syntaxError, split?.rest ?? message, place: split?.place)
    }

    /// Takes a compiled chunk off the main stack.
    func dropChunk() { lua_settop(main, -2) }

    /// A budget of the state's own limits, or with another wall time.
    func budget(_ wallTime: Duration? = nil) -> RunBudget {
        let limits = context.configuration.limits
        return RunBudget(wallTime: wallTime ?? limits.wallTime, instructions: limits.instructions)
    }

    func makeTask(
        calling function: LuaFunction,
        _ arguments: [any LuaPushable & Sendable],
        budget: RunBudget,
        parent: LuaTask? = nil
    ) throws(HeraldError) -> (LuaTask, Int32) {
        guard function.inbox === inbox, inbox.state != nil else { throw ScriptState.closed }
        let call = LuaCall(main)
        guard call.room(Int32(clamping: arguments.count + 2)) else {
            throw HeraldError(.memoryLimit, "not enough memory")
        }
        _ = function.push(to: call)
        let count = arguments.reduce(Int32(0)) { $0 + $1.push(to: call) }
        return (try makeTask(from: main, arguments: count, budget: budget, parent: parent), count)
    }

    /// Starts a call that nobody waits for.
    func post(_ function: LuaFunction, _ arguments: [any LuaPushable & Sendable]) {
        let budget = runBudget ?? budget()
        if runBudget == nil { budget.isOver = true }
        do {
            let (task, count) = try makeTask(calling: function, arguments, budget: budget)
            task.isPosted = true
            start(task, arguments: count)
        } catch {
            context.log(.error, "a callback could not be called: \(error)")
        }
    }

    func result<Result: LuaReadable>(of task: LuaTask) throws(HeraldError) -> Result {
        task.isJoined = true
        if case .exit = task.budget.stop { throw HeraldError(.exit, "the script asked to end") }
        if let failure = task.failure { throw failure }
        guard case .returned(let count) = task.outcome else { throw ScriptState.closed }
        let call = LuaCall(task.thread)
        if count == 0 {
            guard call.room(1) else { throw HeraldError(.memoryLimit, "not enough memory") }
            lua_pushnil(task.thread)
        }
        var index = lua_gettop(task.thread) - max(count, 1) + 1
        do {
            return try Result.read(call, &index)
        } catch {
            throw HeraldError(
                error.code,
                "the function's result: \(error.message)",
                pointer: error.pointer,
                hint: error.hint
            )
        }
    }

    /// The `count` values on top of `thread`.
    func json(_ thread: OpaquePointer, _ count: Int32) throws(HeraldError) -> [JSON] {
        var values: [JSON] = []
        let bottom = lua_gettop(thread) - count
        while Int32(values.count) < count {
            do {
                values.append(try JSON.read(thread, bottom + Int32(values.count) + 1))
            } catch {
                let isFull = error.code == .memoryLimit && error.hint == nil
                throw HeraldError(
                    error.code,
                    "returned value \(values.count + 1): \(isFull ? memoryMessage : error.message)",
                    pointer: error.pointer,
                    hint: isFull ? Self.memoryHint : error.hint
                )
            }
        }
        return values
    }

    func field<Result: LuaReadable>(_ name: String, of table: LuaTable) throws(HeraldError) -> Result {
        let call = LuaCall(main)
        guard call.room(4) else { throw HeraldError(.memoryLimit, "not enough memory") }
        let bottom = lua_gettop(main)
        defer { lua_settop(main, bottom) }
        _ = table.push(to: call)
        guard lua_type(main, -1) == LUA_TTABLE else { throw ScriptState.closed }
        lua_pushstring(main, name)
        lua_rawget(main, -2)
        var top = lua_gettop(main)
        do {
            return try Result.read(call, &top)
        } catch {
            throw HeraldError(error.code, "field \"\(name)\": \(error.message)", hint: error.hint)
        }
    }
}
