internal import CLua
internal import CLuaBridge
internal import Values

// `require` of scripts: host modules, then files beside the script and in the library folders; loading may wait.
extension LuaMachine {
    static let requireFunction = HostFunction(name: "require") { call in
        var index: Int32 = 1
        let name: String = try call.next(&index)
        let machine = call.machine
        if machine.pushLoaded(name, to: call) { return 1 }
        guard herald_can_wait(call.thread) else { throw call.cannotWait() }
        let asking = try machine.currentTask()
        let module = asking.module
        if let circle = machine.modules.note(module, needs: name) {
            throw HeraldError(
                .scriptError,
                "modules require each other in a circle: \(circle.joined(separator: " → "))",
                hint: "move what both need into a third module, or require inside the function that needs it"
            )
        }
        do {
            if let loader = machine.modules.loading[name] {
                return try call.wait {
                    defer { machine.modules.got(module, name) }
                    try await asking.wait(for: loader)
                    if let failure = loader.failure { throw failure }
                    return machine.pushLoaded(name, to: call) ? 1 : 0
                }
            }
            let configuration = machine.context.configuration
            let finder = ModuleFinder(roots: configuration.moduleRoots, files: configuration.files)
            let (path, source) = try finder.find(name)
            try machine.compile(source, name: path, budget: asking.budget)
            _ = name.push(to: LuaCall(machine.main))
            let task = try machine.makeTask(
                from: machine.main,
                arguments: 1,
                budget: asking.budget,
                parent: asking,
                module: name
            )
            task.isJoined = true
            task.holder = asking
            machine.modules.begin(name, task)
            return try call.wait {
                asking.waitsFor = [task]
                defer {
                    asking.waitsFor = []
                    machine.modules.end(name)
                    machine.modules.got(module, name)
                }
                await machine.drive(task, arguments: 1)
                let count = try task.take(to: call)
                machine.setLoaded(name, count, on: call)
                return 1
            }
        } catch {
            machine.modules.got(module, name)
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
