internal import CLua
internal import CLuaBridge
internal import Values

// Globals whose work is the host's.
extension LuaMachine {
    func installGlobals() {
        set(global: Self.printFunction)
        set(global: Self.requireFunction)
        installErrorText()
    }

    private func set(global function: HostFunction) {
        push(function, to: main)
        lua_setglobal(main, function.name)
    }

    private func installErrorText() {
        herald_push_error_metatable(main)
        for (name, function) in [("__tostring", Self.errorText), ("__concat", Self.errorConcatenation)] {
            push(function, to: main)
            lua_setfield(main, -2, name)
        }
        lua_settop(main, -2)
    }

    private static let errorText = HostFunction(name: "tostring") { call in
        call.machine.errorValue(call.thread, 1).description.push(to: call)
    }

    /// Errors stand in texts like strings do: scripts write `"failed: " .. err`.
    private static let errorConcatenation = HostFunction(name: "..") { call in
        var text: [UInt8] = []
        for index in [Int32(1), 2] {
            switch lua_type(call.thread, index) {
            case LUA_TSTRING, LUA_TNUMBER:
                var length = 0
                guard let start = lua_tolstring(call.thread, index, &length) else { continue }
                text += UnsafeRawBufferPointer(start: start, count: length)
            case LUA_TTABLE where call.isError(index):
                text += call.machine.errorValue(call.thread, index).description.utf8
            default:
                throw HeraldError(.scriptError, "attempt to concatenate \(call.describe(index)) value")
            }
        }
        return LuaBytes(text).push(to: call)
    }

    private static let printFunction = HostFunction(name: "print", front: .text) { call in
        let machine = call.machine
        guard var line = call.bytes(1) else { return 0 }
        line.append(UInt8(ascii: "\n"))
        machine.written += line.count
        let limit = machine.context.configuration.limits.output
        guard machine.written <= limit else {
            throw HeraldError(.outputLimit, "the script printed more than \(limit) bytes")
        }
        machine.context.configuration.output(line)
        return 0
    }
}
