internal import CCrypto
internal import Scripting
internal import Values

extension LuaModule {
    /// Registers `base64` and `hmac_sha256`.
    mutating func addEncodings() {
        module("base64") { base64 in
            base64.function("encode") { (bytes: LuaBytes) in Base64.encode(bytes.bytes) }
            base64.function("decode") { (decoded: Base64Text) in LuaBytes(decoded.bytes) }
        }
        function("hmac_sha256") { (key: LuaBytes, message: LuaBytes) throws in
            let digits = Array("0123456789abcdef".utf8)
            let code = try Self.authenticate(message.bytes, key: key.bytes)
            return String(decoding: code.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }

    /// HMAC-SHA256 of RFC 2104.
    private static func authenticate(_ message: [UInt8], key: [UInt8]) throws(HeraldError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 32)
        let done = HMAC(EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &code, nil)
        guard done != nil else { throw HeraldError(.failed, "the hash could not be computed") }
        return code
    }
}

/// What an argument in base 64 stands for.
private struct Base64Text: LuaReadable {
    let bytes: [UInt8]

    static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> Base64Text {
        let place = index
        let text = try String.read(call, &index)
        do throws(HeraldError) {
            return Base64Text(bytes: try Base64.decode(text))
        } catch {
            index = place
            throw error
        }
    }
}
