internal import CLua
internal import Values

extension LuaModule {
    /// Registers `encode` and `decode`, which go between JSON text and Lua tables without a tree.
    package mutating func addJSONTextFunctions() {
        add("encode", front: .jsonEncoder) { call in
            var index: Int32 = 1
            let value: JSON = try call.next(&index)
            return value.text.push(to: call)
        }
        add("decode", front: .jsonDecoder) { call in
            var index: Int32 = 1
            let text: LuaBytes = try call.next(&index)
            let limits = JSONText.Limits(depth: JSON.depthLimit)
            return try JSONText.parse(text.bytes, limits: limits).push(to: call)
        }
    }
}
