/// A fault in what a server sent that cost a field or an entry, but not the answer.
package struct WireDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// JSON Pointer into the answer.
    package var pointer: String
    /// What was wrong and what was taken instead.
    package var message: String

    package init(pointer: String, message: String) {
        self.pointer = pointer
        self.message = message
    }

    package var description: String { "\(pointer): \(message)" }
}
