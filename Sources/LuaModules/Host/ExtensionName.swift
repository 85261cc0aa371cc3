internal import Values

/// The names under which scripts register: they go into messages and tables, and so have an end.
enum ExtensionName {
    private static let longest = 255

    /// - Throws: `invalid_argument` for no name and one that is too long; `what` begins the sentence.
    static func check(_ name: String, _ what: String) throws(HeraldError) {
        guard !name.isEmpty else { throw HeraldError(.invalidArgument, "\(what) is empty") }
        guard name.utf8.count <= longest else {
            throw HeraldError(.invalidArgument, "\(what) has more than \(longest) bytes")
        }
    }
}
