internal import Scripting
internal import Values

extension LuaModule {
    /// Registers `json.encode`, `json.decode`, `null` and `array`.
    mutating func addJSON() {
        constant("null", .null)
        addArrayFunction("array")
        module("json") { json in
            json.function("encode") { (value: JSON) in value.text }
            json.function("decode") { (text: LuaBytes) in
                try JSONText.parse(text.bytes, limits: JSONText.Limits(depth: JSON.depthLimit))
            }
        }
    }
}
