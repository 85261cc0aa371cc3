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
