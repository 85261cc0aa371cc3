internal import CHeraldPlugin

/// Text, errors and statuses across the contract, seen from the plugin.
enum ABI {
    static let ok = herald_status(HERALD_OK)
    static let pending = herald_status(HERALD_PENDING)

    /// A borrowed text, copied; what is no UTF-8 is replaced.
    static func string(_ text: herald_str) -> String { String(decoding: bytes(text), as: UTF8.self) }

    /// Borrowed bytes, copied.
    static func bytes(_ text: herald_str) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: text.ptr, count: text.ptr == nil ? 0 : text.len))
    }

    /// Borrowed JSON; nothing at all reads as `null`.
    static func json(_ text: herald_str) throws(HeraldError) -> JSON {
        text.len == 0 ? .null : try JSONText.parse(bytes(text))
    }

    /// Lends a string for the time of `body`.
    static func lend<Result>(_ text: String, _ body: (herald_str) -> Result) -> Result {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { body(herald_str(ptr: $0.baseAddress, len: $0.count)) }
        }
    }

    /// Lends bytes for the time of `body`.
    static func lend<Result>(_ bytes: [UInt8], _ body: (herald_str) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { body(herald_str(ptr: $0.baseAddress, len: $0.count)) }
        }
    }

    /// Lends an error for the time of `body`.
    static func lend<Result>(_ error: HeraldError, _ body: (UnsafePointer<herald_error>) -> Result) -> Result {
        lend(error.code.rawValue) { code in
            lend(error.pointer ?? "") { pointer in
                lend(error.message) { message in
                    lend(error.hint ?? "") { hint in
                        var value = herald_error(code: code, pointer: pointer, message: message, hint: hint)
                        return body(&value)
                    }
                }
            }
        }
    }

    /// The status that goes with an error.
    static func status(of error: HeraldError) -> herald_status {
        let status =
            switch error.code {
            case .denied: HERALD_E_DENIED
            case .cancelled: HERALD_E_CANCELLED
            case .timeout: HERALD_E_TIMEOUT
            case .unsupported: HERALD_E_UNSUPPORTED
            case .invalidArgument, .badJSON, .badURL: HERALD_E_INPUT
            default: HERALD_E_FAILED
            }
        return herald_status(status)
    }

    /// The error that the host reports.
    static func error(_ status: herald_status, _ error: UnsafePointer<herald_error>?) -> HeraldError {
        let code: HeraldError.Code =
            switch Int(status) {
            case Int(HERALD_E_INPUT): .invalidArgument
            case Int(HERALD_E_UNSUPPORTED): .unsupported
            case Int(HERALD_E_DENIED): .denied
            case Int(HERALD_E_CANCELLED): .cancelled
            case Int(HERALD_E_TIMEOUT): .timeout
            default: .failed
            }
        guard let error = error?.pointee else { return HeraldError(code, "the host answered with status \(status)") }
        let named = string(error.code)
        let pointer = string(error.pointer)
        let hint = string(error.hint)
        return HeraldError(
            named.isEmpty ? code : HeraldError.Code(rawValue: named),
            string(error.message),
            pointer: pointer.isEmpty ? nil : pointer,
            hint: hint.isEmpty ? nil : hint
        )
    }
}
