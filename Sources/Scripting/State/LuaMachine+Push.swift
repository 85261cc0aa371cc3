internal import CLua
internal import CLuaBridge
internal import Values

// What Swift puts onto Lua stacks.
extension LuaMachine {
    func push(_ object: some LuaObject, as type: LuaType, to call: LuaCall) {
        guard call.room(8) else { return }
        pushMetatable(of: type, to: call)
        herald_push_object(call.thread, type.identity, Unmanaged.passRetained(object).toOpaque())
    }

    private func pushMetatable(of type: LuaType, to call: LuaCall) {
        let thread = call.thread
        if lua_rawgetp(thread, herald_registry_index(), type.identity) == LUA_TTABLE { return }
        lua_settop(thread, -2)
        _ = keep(type)
        lua_createtable(thread, 0, Int32(clamping: type.methods.count + type.getters.count))
        for (name, function) in type.methods {
            push(function, to: thread)
            lua_setfield(thread, -2, name)
        }
        for (name, getter) in type.getters {
            lua_pushlightuserdata(thread, keep(getter))
            lua_setfield(thread, -2, name)
        }
        if type.setters.isEmpty {
            lua_pushnil(thread)
        } else {
            lua_createtable(thread, 0, Int32(clamping: type.setters.count))
        }
        for (name, setter) in type.setters {
            lua_pushlightuserdata(thread, keep(setter))
            lua_setfield(thread, -2, name)
        }
        typeNames.formUnion(type.names)
        herald_make_metatable(thread, type.name, type.otherFields.map { keep($0) })
        for (name, function) in type.metamethods {
            push(function, to: thread)
            lua_setfield(thread, -2, name)
        }
        lua_pushvalue(thread, -1)
        lua_rawsetp(thread, herald_registry_index(), type.identity)
    }

    /// The function lives as long as the machine.
    func push(_ function: HostFunction, to thread: OpaquePointer) {
        switch function.front {
        case .none: herald_push_function(thread, keep(function))
        case .text: herald_push_text_function(thread, keep(function))
        case .jsonEncoder: herald_push_json_encoder(thread, keep(function))
        case .jsonDecoder: herald_push_json_decoder(thread, keep(function))
        }
    }

    func push(_ module: LuaModule, to call: LuaCall) {
        guard call.room(8) else { return }
        let thread = call.thread
        lua_createtable(thread, 0, Int32(clamping: module.functions.count + module.constants.count))
        for (name, function) in module.functions {
            push(function, to: thread)
            lua_setfield(thread, -2, name)
        }
        for (name, value) in module.constants {
            _ = value.push(to: call)
            lua_setfield(thread, -2, name)
        }
        for part in module.parts {
            push(part, to: call)
            lua_setfield(thread, -2, part.name)
        }
        guard let caller = module.caller else { return }
        lua_createtable(thread, 0, 2)
        push(caller, to: thread)
        lua_setfield(thread, -2, "__call")
        lua_pushboolean(thread, 0)
        lua_setfield(thread, -2, "__metatable")
        lua_setmetatable(thread, -2)
    }

    /// Makes every module ready for `require`, and names them for tracebacks.
    func load(_ modules: [LuaModule]) {
        let call = LuaCall(main)
        for module in modules {
            push(module, to: call)
            herald_set_loaded(main, module.name)
            for part in module.parts {
                // Tracebacks name functions by what is loaded, one level deep.
                _ = lua_getfield(main, herald_registry_index(), "_LOADED")
                _ = lua_getfield(main, -1, module.name)
                _ = lua_getfield(main, -1, part.name)
                herald_set_loaded(main, "\(module.name).\(part.name)")
                lua_settop(main, -3)
            }
        }
    }

    /// Pushes an error table; an error without a place gets that of the caller, if wanted.
    func push(error: HeraldError, to thread: OpaquePointer, findingPlace: Bool = true) {
        let call = LuaCall(thread)
        guard call.room(8) else { return lua_pushnil(thread) }
        var code = error.code.rawValue
        var message = error.message
        code.withUTF8 { code in
            message.withUTF8 { message in
                guard message.count <= 4096 || herald_reserve(thread, message.count) else { return lua_pushnil(thread) }
                code.withMemoryRebound(to: CChar.self) { code in
                    message.withMemoryRebound(to: CChar.self) { message in
                        herald_push_error(
                            thread,
                            code.baseAddress,
                            code.count,
                            message.baseAddress,
                            message.count,
                            error.place == nil && findingPlace
                        )
                    }
                }
            }
        }
        if !error.isPlain, lua_type(thread, -1) == LUA_TTABLE { addRest(of: error, on: call) }
    }

    private func addRest(of error: HeraldError, on call: LuaCall) {
        if let pointer = error.pointer { set("pointer", pointer, on: call) }
        if let hint = error.hint { set("hint", hint, on: call) }
        if let place = error.place { set("place", place.description, on: call) }
        if let traceback = error.traceback { set("traceback", traceback, on: call) }
        if !error.details.isNull {
            _ = error.details.push(to: call)
            lua_setfield(call.thread, -2, "details")
        }
        if let cause = error.cause {
            push(error: cause, to: call.thread)
            lua_setfield(call.thread, -2, "cause")
        }
    }

    private func set(_ key: String, _ value: String, on call: LuaCall) {
        _ = value.push(to: call)
        lua_setfield(call.thread, -2, key)
    }

    /// Where the script called the host function that runs on `thread`.
    func callerPlace(_ thread: OpaquePointer) -> SourcePlace? {
        herald_where(thread, 1)
        defer { lua_settop(thread, -2) }
        guard let text = lua_tolstring(thread, -1, nil).map({ String(cString: $0) }) else { return nil }
        return splitPlace(text)?.place
    }
}
