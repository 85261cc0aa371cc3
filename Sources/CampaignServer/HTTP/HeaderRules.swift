/// Judges the raw headers of a request for what would make two readers of it disagree (RFC 9112 §5, §6).
///
/// libmicrohttpd 0.9.75 ends a line at a bare LF too, as RFC 9112 §2.2 lets it.
enum HeaderRules {
    /// One header as it came.
    struct Field {
        var name: [UInt8]
        var value: [UInt8]
    }

    /// How the body is framed.
    enum Framing: Equatable {
        case none
        case length(UInt64)
        case chunked
    }

    /// What is wrong with the headers.
    struct Fault: Error, Equatable {
        var message: String
    }

    /// Headers of which two would name two callers, or two calls.
    private static let single: Set<String> = ["apikey", "appid", "authtoken", "idempotency-key", "onbehalfof"]

    /// How the body is framed, when nothing is wrong.
    ///
    /// - Throws: ``Fault`` for a name that is no token, a control character, a value that is not UTF-8, several or no
    ///   `Host`, several of a header that says who calls, several `Content-Length`, one beside `Transfer-Encoding`, or a
    ///   transfer encoding other than `chunked`.
    static func framing(of fields: [Field], needsHost: Bool) throws(Fault) -> Framing {
        var hosts = 0
        var lengths: [[UInt8]] = []
        var encodings: [[UInt8]] = []
        var seen: Set<String> = []
        for field in fields {
            guard !field.name.isEmpty, field.name.allSatisfy(isToken) else { throw Fault(message: "a bad header name") }
            guard field.value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
                throw Fault(message: "a control character in a header")
            }
            guard isASCII(field.value) || String(validating: field.value, as: UTF8.self) != nil else {
                throw Fault(message: "a header that is not UTF-8")
            }
            switch lowercased(field.name) {
            case "host": hosts += 1
            case let name where single.contains(name):
                guard seen.insert(name).inserted else { throw Fault(message: "several headers \(name)") }
            case "content-length": lengths.append(field.value)
            case "transfer-encoding": encodings.append(field.value)
            default: break
            }
        }
        guard hosts <= 1, hosts == 1 || !needsHost else { throw Fault(message: "no Host header, or several") }
        guard lengths.count + encodings.count <= 1 else {
            throw Fault(message: "more than one of Content-Length and Transfer-Encoding")
        }
        if let encoding = encodings.first {
            guard lowercased(encoding) == "chunked" else { throw Fault(message: "an unknown Transfer-Encoding") }
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        guard !length.isEmpty, length.allSatisfy({ (0x30...0x39).contains($0) }),
            let value = UInt64(String(decoding: length, as: UTF8.self))
        else { throw Fault(message: "a bad Content-Length") }
        return .length(value)
    }

    private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

    /// ASCII lower case of bytes.
    static func lowercased(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Whether a byte may stand in a header name (`tchar` of RFC 9110 §5.6.2).
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
