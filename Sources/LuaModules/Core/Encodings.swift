internal import Scripting
internal import Values

extension LuaModule {
    /// Registers `base64` and `hmac_sha256`.
    mutating func addEncodings() {
        module("base64") { base64 in
            base64.function("encode") { (bytes: LuaBytes) in Base64Codec.encode(bytes.bytes) }
            base64.function("decode") { (text: LuaBytes) in LuaBytes(try Base64Codec.decode(text.bytes)) }
        }
        function("hmac_sha256") { (key: LuaBytes, message: LuaBytes) in
            SHA256.authenticate(message.bytes, key: key.bytes).map { byte in
                let digits = Array("0123456789abcdef".utf8)
                return String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
            }.joined()
        }
    }
}
