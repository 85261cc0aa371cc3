internal import CLua
internal import CLuaBridge
internal import Values

// `require` of scripts: host modules, then files beside the script and in the library folders; loading may wait.
extension LuaMachine {
    private static let longestModuleName = 255

    static let requireFunction = HostFunction(name: "require") { call in
        var index: Int32 = 1
        let name: String = try call.next(&index)
        let machine = call.machine
        guard name.utf8.count <= longestModuleName else {
            throw HeraldError(.invalidArgument, "require: the name of a module has at most \(longestModuleName) bytes")
        }
        if machine.pushLoaded(name, to: call) { return 1 }
        let asking = try machine.currentTask()
        guard herald_can_wait(call.thread) else { return try machine.requireNow(name, for: asking, on: call) }
        return try call.wait { try await machine.require(name, for: asking, on: call) }
    }

    private nonisolated(nonsending) func require(
        _ name: String,
        for asking: LuaTask,
        on call: LuaCall
    ) async throws -> Int32 {
        try begin(name, for: asking)
        defer { modules.got(asking.module, name) }
        while let load = modules.loading[name] {
            try await asking.wait(for: load)
            if pushLoaded(name, to: call) { return 1 }
            // That the other was cancelled is its own affair: this one tries itself.
            if let failure = load.failure, !load.isCancelled { throw failure }
        }
        return try await loading(name, for: asking) {
            let (path, source) = try await find(name)
            try compile(source, name: path, budget: asking.budget)
            _ = name.push(to: LuaCall(main))
            let task = try makeTask(
                from: main,
                arguments: 1,
                budget: asking.budget,
                parent: asking,
                module: name
            )
            task.isJoined = true
            task.holder = asking
            asking.waitsFor = [task]
            defer { asking.waitsFor = [] }
            await drive(task, arguments: 1)
            setLoaded(name, try task.take(to: call), on: call)
        }
    }

    /// Loads a module where nothing can wait, such as in a callback of `table.sort`; no call in it may wait either.
    ///
    /// Its file is read on the thread that runs the script: Lua cannot leave here and come back. That is rare, and modules are
    /// small files beside the script.
    private func requireNow(_ name: String, for asking: LuaTask, on call: LuaCall) throws -> Int32 {
        try begin(name, for: asking)
        defer { modules.got(asking.module, name) }
        // Somebody else loads it, and would have to be waited for.
        guard modules.loading[name] == nil else { throw call.cannotWait() }
        let load = ModuleLoad(asker: asking)
        modules.begin(name, load)
        defer {
            modules.end(name)
            load.finished.finish()
        }
        do {
            let (path, source) = try finder.find(name)
            try compile(source, name: path, budget: asking.budget)
            _ = name.push(to: LuaCall(main))
            guard herald_call_limited(main, 1) == LUA_OK else { throw callFailure() }
            guard call.room(2) else { throw HeraldError(.memoryLimit, "not enough memory") }
            if main != call.thread { lua_xmove(main, call.thread, 1) }
            setLoaded(name, 1, on: call)
            return 1
        } catch {
            load.failure = error
            throw error
        }
    }

    /// Reads a module's file; the turn ends with the reading, since the module may require others.
    private nonisolated(nonsending) func find(
        _ name: String
    ) async throws(HeraldError) -> (path: String, source: [UInt8]) {
        let finder = finder
        return try await readingTurns.take().work { () throws(HeraldError) in try finder.find(name) }
    }

    private var finder: ModuleFinder {
        let configuration = context.configuration
        return ModuleFinder(
            roots: configuration.moduleRoots,
            files: configuration.files,
            known: configuration.modules.map(\.name),
            advice: configuration.advice
        )
    }

    /// Notes who needs the module.
    ///
    /// - Throws: `script_error` when that closes a circle.
    private func begin(_ name: String, for asking: LuaTask) throws(HeraldError) {
        guard let circle = modules.note(asking.module, needs: name) else { return }
        throw HeraldError(
            .scriptError,
            "modules require each other in a circle: \(circle.joined(separator: " → "))",
            hint: "move what both need into a third module, or require inside the function that needs it"
        )
    }

    /// Marks the module as on its way while `body` loads it and leaves it on the stack.
    private nonisolated(nonsending) func loading(
        _ name: String,
        for asking: LuaTask,
        _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws -> Int32 {
        let load = ModuleLoad(asker: asking)
        modules.begin(name, load)
        defer {
            modules.end(name)
            load.finished.finish()
        }
        do {
            try await body()
            return 1
        } catch {
            load.failure = error
            load.isCancelled = Task.isCancelled
            throw error
        }
    }

    /// Pushes a module that is loaded.
    private func pushLoaded(_ name: String, to call: LuaCall) -> Bool {
        guard call.room(3) else { return false }
        _ = lua_getfield(call.thread, herald_registry_index(), "_LOADED")
        _ = name.push(to: call)
        if lua_rawget(call.thread, -2) != LUA_TNIL { return true }
        lua_settop(call.thread, -3)
        return false
    }

    /// Remembers the first of `count` results, or `true` for none, and leaves it on the stack.
    private func setLoaded(_ name: String, _ count: Int32, on call: LuaCall) {
        let thread = call.thread
        if count > 1 { lua_settop(thread, -count) }
        if count == 0 { lua_pushboolean(thread, 1) }
        if lua_type(thread, -1) == LUA_TNIL {
            lua_settop(thread, -2)
            lua_pushboolean(thread, 1)
        }
        lua_pushvalue(thread, -1)
        herald_set_loaded(thread, name)
    }
}
