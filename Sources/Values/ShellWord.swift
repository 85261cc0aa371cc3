/// How a person writes a text on a command line: for advice that can be copied.
package enum ShellWord {
    /// The text itself where a POSIX shell takes it as it is, else in single quotes.
    package static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
                default: "/._-:@%+,=".utf8.contains(byte)
                }
            }
        return isPlain
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
