import Values

/// One fault in a manifest or in parameters, with the JSON Pointer of what is to blame.
struct SchemaFault: Sendable, Hashable {
    let pointer: String
    let message: String

    /// All faults as one error, the first one in front and each in `details.faults`; `nil` for none.
    static func error(_ code: HeraldError.Code, _ faults: [SchemaFault]) -> HeraldError? {
        guard let first = faults.first else { return nil }
        let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
        let list = faults.map { fault -> JSON in
            ["pointer": .string(fault.pointer), "message": .string(fault.message)]
        }
        return HeraldError(
            code,
            first.message + more,
            pointer: first.pointer,
            details: ["faults": .array(list)]
        )
    }
}

/// JSON Pointer, RFC 6901.
enum JSONPointer {
    /// A key as one part of a pointer.
    static func escape(_ key: String) -> String {
        var bytes: [UInt8] = []
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
            case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
