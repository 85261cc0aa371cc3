internal import CLua
internal import CLuaBridge
internal import Values

// Globals whose work is the host's.
extension LuaMachine {
    func installGlobals() {
        set(global: Self.printFunction)
        set(global: Self.requireFunction)
    }

    private func set(global function: HostFunction) {
        push(function, to: main)
        lua_setglobal(main, function.name)
    }

    private static let printFunction = HostFunction(name: "print", takesText: true) { call in
        let machine = call.machine
        guard var line = call.bytes(1) else { return 0 }
        line.append(UInt8(ascii: "\n"))
        machine.written += line.count
        let limit = machine.context.configuration.limits.output
        guard machine.written <= limit else {
            throw HeraldError(.budgetExceeded, "the script printed more than \(limit) bytes")
        }
        machine.context.configuration.output(line)
        return 0
    }
}
