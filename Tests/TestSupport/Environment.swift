import Glibc

/// What tests take over from the process they run in.
package enum Environment {
    /// Where compilers and tools are found.
    package static var path: String { variable("PATH") ?? "/usr/bin:/bin" }
    /// Where compilers keep what they build once.
    package static var home: String { variable("HOME") ?? "/" }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
