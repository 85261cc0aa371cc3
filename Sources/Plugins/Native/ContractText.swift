internal import CHeraldPlugin
import Values

/// Text and errors across the contract.
enum ContractText {
    /// Longest JSON text or message taken from a plugin.
    static let maximumBytes = 16 << 20

    /// The bytes of a borrowed text, copied; `nil` when it is longer than `limit` or has no address.
    static func bytes(_ text: herald_str, limit: Int = maximumBytes) -> [UInt8]? {
        guard text.len > 0 else { return [] }
        guard let start = text.ptr, text.len <= limit else { return nil }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: text.len))
    }

    /// A borrowed text, copied; `nil` when it cannot be read or is no UTF-8.
    static func string(_ text: herald_str) -> String? {
        bytes(text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// A borrowed text for people: what is no UTF-8 is replaced.
    static func message(_ text: herald_str) -> String {
        bytes(text).map { ShortText.of($0) } ?? ""
    }

    /// Reads a JSON value that a plugin gave.
    static func json(_ text: herald_str) throws(HeraldError) -> JSON {
        guard let bytes = bytes(text) else {
            throw HeraldError(.badJSON, "a text of \(text.len) bytes cannot be read")
        }
        return try JSONText.parse(bytes)
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
}

/// What statuses and error codes mean to each other.
enum ContractStatus {
    static let ok = herald_status(HERALD_OK)
    static let pending = herald_status(HERALD_PENDING)
    static let input = herald_status(HERALD_E_INPUT)
    static let unsupported = herald_status(HERALD_E_UNSUPPORTED)
    static let denied = herald_status(HERALD_E_DENIED)
    static let cancelled = herald_status(HERALD_E_CANCELLED)
    static let timeout = herald_status(HERALD_E_TIMEOUT)
    static let failed = herald_status(HERALD_E_FAILED)

    /// The status for an error of the host.
    static func status(of error: HeraldError) -> herald_status {
        switch error.code {
        case .denied: denied
        case .cancelled: cancelled
        case .timeout: timeout
        case .unsupported: unsupported
        case .invalidArgument, .badJSON, .badURL: input
        default: failed
        }
    }

    /// The code for a status of a plugin that gave none of its own.
    static func code(of status: herald_status) -> HeraldError.Code {
        switch status {
        case input: .invalidArgument
        case unsupported: .unsupported
        case denied: .denied
        case cancelled: .cancelled
        case timeout: .timeout
        default: .failed
        }
    }

    /// The name of an error that a plugin gave, when it is one: other text would be shown to people as it is.
    static func name(_ text: herald_str) -> HeraldError.Code? {
        guard (1...64).contains(text.len), let name = ContractText.string(text) else { return nil }
        let isName = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
        }
        // That one ends a program.
        let code = HeraldError.Code(rawValue: name)
        return isName && code != .exit ? code : nil
    }

    /// The error that a plugin reports.
    static func error(_ status: herald_status, _ error: UnsafePointer<herald_error>?) -> HeraldError {
        guard let error = error?.pointee else {
            return HeraldError(code(of: status), "the plugin gave no reason (status \(status))")
        }
        let message = ContractText.message(error.message)
        let pointer = ContractText.message(error.pointer)
        let hint = ContractText.message(error.hint)
        return HeraldError(
            name(error.code) ?? code(of: status),
            message.isEmpty ? "the plugin gave no reason (status \(status))" : message,
            pointer: pointer.isEmpty ? nil : pointer,
            hint: hint.isEmpty ? nil : hint
        )
    }
}
