internal import Glibc

/// The process's environment.
enum Environment {
    /// Every variable; of one that is there twice the first counts, as `getenv` has it.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            if let sign = text.firstIndex(of: "="), sign != text.startIndex {
                let name = String(text[..<sign])
                variables[name] = variables[name] ?? String(text[text.index(after: sign)...])
            }
            place += 1
        }
        return variables
    }
}
