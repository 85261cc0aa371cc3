internal import CLua
internal import CLuaBridge
internal import Values

// Hints for errors of Lua's own, made when they are reported.
extension LuaMachine {
    /// Names of a table that are looked at; a script's own may hold any number.
    private static let mostNames = 2000

    /// What a script likely meant where it used a name that is not there.
    func advice(_ message: String, _ place: SourcePlace) -> String? {
        guard let use = NilUse(message) else { return nil }
        return absence(use, place) ?? misspelling(use, place)
    }

    /// Whether the name is one of Lua's that the sandbox leaves out.
    private func absence(_ use: NilUse, _ place: SourcePlace) -> String? {
        let advice = context.configuration.advice
        let isVariable = ["global", "local", "upvalue"].contains(use.kind)
        if isVariable, ScriptAdvice.absent.contains(use.name) {
            let line = sources.line(place)
            let function = advice.instead.keys.sorted().first { key in
                key.hasPrefix(use.name + ".") && line.map { Self.mentions(key, $0) } ?? false
            }
            return advice.hint(function ?? use.name)
        }
        guard isVariable || use.kind == "field", let text = sources.text(of: place.file) else { return nil }
        // Lua names the field alone; the text of the script says whose it is.
        for library in ["os", "string", "debug"] {
            let name = "\(library).\(use.name)"
            guard ScriptAdvice.absent.contains(name) || library == "debug", Self.mentions(name, text) else { continue }
            return advice.hint(name, key: library)
        }
        return nil
    }

    private static func mentions(_ name: String, _ text: some Collection<UInt8>) -> Bool {
        text.firstRange(of: Array(name.utf8)) != nil
    }

    private func misspelling(_ use: NilUse, _ place: SourcePlace) -> String? {
        switch use.kind {
        case "global":
            let modules = context.configuration.modules.map(\.name)
            if modules.contains(use.name) { return "put local \(use.name) = require \"\(use.name)\" before it" }
            if let near = near(use.name, among: globals() + modules) { return near }
            let owner = libraries().first { $0.names.contains(use.name) }
            return owner.map { "did you mean \"\($0.name).\(use.name)\"?" }
        case "method" where use.isCall:
            return near(use.name, among: Array(typeNames) + libraries().filter { $0.name == "string" }.flatMap(\.names))
        case "field" where use.isCall: return near(use.name, among: fields(like: use.name, place))
        case "field": return near(use.name, among: context.configuration.modules.flatMap(\.partNames))
        default: return nil
        }
    }

    /// Functions that a script may have meant by `fs.raed`: those of the module that it names, else the host's.
    private func fields(like name: String, _ place: SourcePlace) -> [String] {
        let text = sources.text(of: place.file) ?? []
        let named = libraries().filter { library in
            let last = library.name.split(separator: ".").last ?? ""
            return Self.mentions("\(last).\(name)", text)
        }
        return named.isEmpty ? context.configuration.modules.flatMap(\.lastNames) : named.flatMap(\.names)
    }

    /// The nearest name, when the script does not use just that for something of its own.
    private func near(_ name: String, among known: [String]) -> String? {
        Suggestion.closest(to: name, among: known.filter { $0 != name }.sorted()).map { "did you mean \"\($0)\"?" }
    }

    /// Names of global variables, the script's own too.
    private func globals() -> [String] {
        guard lua_checkstack(main, 4) != 0 else { return [] }
        let bottom = lua_gettop(main)
        defer { lua_settop(main, bottom) }
        lua_rawgeti(main, herald_registry_index(), lua_Integer(LUA_RIDX_GLOBALS))
        return names(bottom + 1)
    }

    /// What the modules hold that are loaded: Lua's own, the host's and the script's.
    private func libraries() -> [(name: String, names: [String])] {
        guard lua_checkstack(main, 8) != 0 else { return [] }
        let bottom = lua_gettop(main)
        defer { lua_settop(main, bottom) }
        guard lua_getfield(main, herald_registry_index(), "_LOADED") == LUA_TTABLE else { return [] }
        return names(bottom + 1).filter { $0 != "_G" }.sorted().map { module in
            lua_pushstring(main, module)
            lua_rawget(main, bottom + 1)
            defer { lua_settop(main, bottom + 1) }
            return (module, names(bottom + 2))
        }
    }

    private func names(_ index: Int32) -> [String] {
        guard lua_type(main, index) == LUA_TTABLE else { return [] }
        var names: [String] = []
        var looks = 0
        lua_pushnil(main)
        while lua_next(main, index) != 0 {
            lua_settop(main, -2)
            looks += 1
            guard looks <= Self.mostNames else {
                lua_settop(main, -2)
                break
            }
            // A number would become a string in place, and end the walk.
            if lua_type(main, -1) == LUA_TSTRING, let name = string(main, -1) { names.append(name) }
        }
        return names
    }
}
