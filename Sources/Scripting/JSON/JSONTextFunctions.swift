internal import CLua
internal import Values

extension LuaModule {
    /// Registers `encode` and `decode`, which go between JSON text and Lua tables without a tree.
    package mutating func addJSONTextFunctions() {
        add("encode", front: .jsonEncoder) { call in
            try Self.expectOne(call)
            var index: Int32 = 1
            let value: JSON = try call.next(&index)
            return value.text.push(to: call)
        }
        add("decode", front: .jsonDecoder) { call in
            try Self.expectOne(call)
            var index: Int32 = 1
            let text: LuaBytes = try call.next(&index)
            let limits = JSONText.Limits(depth: JSON.depthLimit)
            do throws(HeraldError) {
                return try JSONText.parse(text.bytes, limits: limits).push(to: call)
            } catch {
                throw LuaCall.misread(error, argument: 1)
            }
        }
    }

    /// There is nothing to choose: a second argument would be taken for an option that does something.
    private static func expectOne(_ call: LuaCall) throws(HeraldError) {
        guard call.count > 1 else { return }
        throw HeraldError(
            .invalidArgument,
            "it takes one argument, got \(call.count)",
            hint: "where a call before gives several values, put it in parentheses to pass the first",
            details: ["argument": .int(-1)]
        )
    }
}
