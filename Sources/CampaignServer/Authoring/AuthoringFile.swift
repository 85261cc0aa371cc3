import Values

/// One file of authoring JSON: its text, for places in findings, and its value.
struct AuthoringFile: Sendable {
    /// Name within its folder.
    let name: String
    /// Path as it is shown to people.
    let path: String
    let text: [UInt8]
    let value: JSON
    /// Members that an object has twice: what the first of them says would be lost.
    let repeated: [JSONPointer]

    /// Parses a text.
    ///
    /// - Throws: ``HeraldError`` with the place of the fault.
    init(_ name: String, path: String, text: [UInt8]) throws(HeraldError) {
        self.name = name
        self.path = path
        self.text = text
        let limits = JSONText.Limits(depth: AuthoringTexts.maximumDepth)
        let reading = try JSONText.salvage(text, limits: limits, file: path)
        let isWhole = reading.warnings.allSatisfy { $0.kind == .duplicateKey }
        value = isWhole ? reading.value : try JSONText.parse(text, limits: limits, file: path)
        repeated = reading.warnings.map(\.pointer).sorted().compactMap { try? JSONPointer($0) }
    }

    /// The place of the value at a pointer, or of its key; for a value that is not there, of what it would lie in.
    func place(of pointer: JSONPointer, key: Bool = false) -> SourcePlace? {
        places(of: [pointer], keys: key).first ?? nil
    }

    /// The places of many values at once: the text is gone through only once.
    func places(of pointers: [JSONPointer], keys: Bool = false) -> [SourcePlace?] {
        let wanted = Set(pointers.flatMap(Self.line))
        let found = JSONPlaces.find(wanted, in: text, file: path)
        return pointers.map { pointer in
            let own = found[pointer.text]
            let place = keys ? own?.key ?? own?.value : own?.value
            return place ?? Self.line(pointer).dropFirst().lazy.compactMap { found[$0]?.value }.first
        }
    }

    /// The pointer and all that it lies in, the root last.
    private static func line(_ pointer: JSONPointer) -> [String] {
        var (pointer, line) = (pointer, [pointer.text])
        while pointer.tokens.popLast() != nil { line.append(pointer.text) }
        return line
    }
}

/// Agent scripts that campaigns may name: one folder, or nobody knows which.
struct AgentFolder: Sendable {
    let path: String?

    /// Names of all scripts there are, sorted; `nil` when there is no such folder.
    var names: [String]? {
        path.flatMap(AuthoringTexts.names)?.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }
    }
}
