internal import Scripting
internal import Values

extension LuaModule {
    /// Registers `json.encode`, `json.decode`, `null` and `array`.
    mutating func addJSON() {
        constant("null", .null)
        addArrayFunction("array")
        module("json") { $0.addJSONTextFunctions() }
    }
}
