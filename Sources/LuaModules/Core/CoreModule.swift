package import Scripting
package import Values

/// What the host gives to the core of the `herald` module.
package struct CoreHost: Sendable {
    /// `herald.args`.
    package var arguments: [String]
    /// Answers `herald.env`.
    ///
    /// - Throws: `denied`, with the flag that would allow it, for a name that is not granted.
    package var environment: @Sendable (String) throws(HeraldError) -> String?

    package init(
        arguments: [String] = [],
        environment: @escaping @Sendable (String) throws(HeraldError) -> String? = CoreHost.deniedEnvironment
    ) {
        self.arguments = arguments
        self.environment = environment
    }

    /// Grants no variable.
    package static func deniedEnvironment(_ name: String) throws(HeraldError) -> String? {
        throw HeraldError(
            .denied,
            "the script may not read the environment variable \(name)",
            hint: "allow it with --allow-env \(name)"
        )
    }
}

extension LuaModule {
    /// Registers the part of `herald` that needs neither network nor files.
    package mutating func addCore(_ host: CoreHost) {
        addTaskFunctions()
        addJSON()
        addEncodings()
        addLog()
        constant("args", .array(host.arguments.map(JSON.string)))
        function("env") { (name: String) in try host.environment(name) }
    }

    private mutating func addLog() {
        module("log") { log in
            let levels: [(String, ScriptLogEntry.Level)] = [
                ("debug", .debug), ("info", .info), ("warning", .warning), ("warn", .warning), ("error", .error),
            ]
            for (name, level) in levels {
                log.logFunction(name, level)
            }
        }
    }
}
