/// What scripts use instead of what the sandbox leaves out, for the hints of errors.
///
/// Nothing in the language changes: `io` is `nil` as any name that is not there, and the advice comes with the report.
package struct ScriptAdvice: Sendable {
    /// By the name that a script writes, such as `io`, `io.read` or `os.getenv`: what to do instead.
    package var instead: [String: String]
    /// By the first part of the name that a script requires, such as `socket`.
    package var modules: [String: String]

    package init(instead: [String: String] = [:], modules: [String: String] = [:]) {
        self.instead = instead
        self.modules = modules
    }

    /// What Lua's own library has and the sandbox has not; of `io`, `debug` and `package` whatever a script names.
    static let absent: Set<String> = [
        "io", "package", "dofile", "loadfile", "warn", "string.dump", "os.execute", "os.exit", "os.getenv", "os.remove",
        "os.rename", "os.setlocale", "os.tmpname", "os.difftime",
    ]

    /// Says that `name` is left out and what to do instead; `key` is where the advice is, when not under the name.
    func hint(_ name: String, key: String? = nil) -> String {
        let advice = instead[name] ?? key.flatMap { instead[$0] }
        return "\(name) is left out of the sandbox" + (advice.map { ": \($0)" } ?? "")
    }

    /// What stands in for a module that is not there.
    func hint(requiring name: String) -> String? {
        if Self.absent.contains(name) { return hint(name) }
        return name.split(separator: ".").first.flatMap { modules[String($0)] }
    }
}

/// The use of a variable, field or method that is `nil`, as Lua's message names it.
struct NilUse: Equatable {
    /// `global`, `local`, `upvalue`, `field`, `method` or `constant`.
    let kind: String
    let name: String
    let isCall: Bool

    /// `nil` for any other message.
    init?(_ message: String) {
        guard message.hasPrefix("attempt to "), message.hasSuffix("')"),
            let start = message.firstRange(of: " a nil value (")?.upperBound,
            let quote = message.firstRange(of: " '")?.lowerBound, start < quote
        else { return nil }
        kind = String(message[start..<quote])
        name = String(message[quote...].dropFirst(2).dropLast(2))
        isCall = message.hasPrefix("attempt to call ")
    }
}
