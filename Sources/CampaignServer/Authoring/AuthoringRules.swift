import Storage
import Values

/// What names in authoring files may look like.
enum AuthoringRules {
    static let formatVersion: Int64 = 1
    /// The one member of an object that stands for a file.
    static let includeMember = "$file"
    static let webChannelTypes = ["chat", "zva", "video", "scheduledCallback"]
    static let variableTypes = ["string", "image", "action"]
    /// Filled in by the server with its own address; templates use it without declaring it.
    static let serverVariable = "server"

    static func isSlug(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
    }

    static func isVariableKey(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.first.map { !digits.contains($0) } == true && text.utf8.allSatisfy(isWord)
    }

    /// The outer form of a BCP 47 tag: parts of 1 to 8 ASCII letters and digits.
    static func isLocale(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { isWord($0) && $0 != UInt8(ascii: "_") }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
