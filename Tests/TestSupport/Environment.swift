import Glibc

/// What tests take over from the process they run in.
package enum Environment {
    /// Where compilers and tools are found.
    package static var path: String { variable("PATH") ?? "/usr/bin:/bin" }
    /// Where compilers keep what they build once.
    package static var home: String { variable("HOME") ?? "/" }

    /// What tells a sanitizer how to run: a program under one is started like the tests that start it.
    package static var sanitizers: [String: String] {
        var found: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] { found[name] = variable(name) }
        return found
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
