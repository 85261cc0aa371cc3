package import Values

/// Reads the members of a wire object leniently: a value of the wrong type costs that field only.
///
/// Every reading takes names in order of preference; the first that is present and not `null` counts.
package struct WireFields {
    package let object: JSONObject
    package let pointer: String
    /// What was not as expected so far.
    package private(set) var diagnostics: [WireDiagnostic] = []

    package init(_ object: JSONObject, at pointer: String) {
        self.object = object
        self.pointer = pointer
    }

    /// The first present value among `names`, with its name.
    package func value(_ names: [String]) -> (name: String, value: JSON)? {
        for name in names {
            if let value = object[name], !value.isNull { return (name, value) }
        }
        return nil
    }

    package mutating func string(_ names: String...) -> String? { read(names, "a string") { $0.string } }
    package mutating func bool(_ names: String...) -> Bool? { read(names, "a boolean") { $0.bool } }
    package mutating func object(_ names: String...) -> JSONObject? { read(names, "an object") { $0.object } }
    package mutating func array(_ names: String...) -> [JSON]? { read(names, "an array") { $0.array } }

    /// A whole number; `3.0` and the text `"3"` are taken as well.
    package mutating func integer(_ names: String...) -> Int64? {
        read(names, "a whole number") { value in
            switch value {
            case .int(let number): number
            case .double(let number): Int64(exactly: number)
            case .string(let text): Int64(text)
            default: nil
            }
        }
    }

    /// A time in any of the wire's forms; 0 is none, as `null` is.
    package mutating func time(_ names: String...) -> Instant? {
        guard let (name, value) = value(names) else { return nil }
        switch WireTime(value) {
        case .instant(let milliseconds): return Instant(milliseconds: milliseconds)
        case .none: return nil
        case .invalid:
            report(name, "expected a time, got \(value.kind)")
            return nil
        }
    }

    /// A list of strings; an entry of another type is left out.
    package mutating func strings(_ names: String...) -> [String] {
        guard let (name, value) = value(names) else { return [] }
        guard let entries = value.array else {
            report(name, "expected an array, got \(value.kind)")
            return []
        }
        return entries.enumerated().compactMap { place, entry in
            if entry.string == nil { report("\(name)/\(place)", "expected a string, got \(entry.kind); left out") }
            return entry.string
        }
    }

    /// Adds a diagnostic for a member of this object.
    package mutating func report(_ name: String, _ message: String) {
        diagnostics.append(WireDiagnostic(pointer: "\(pointer)/\(name)", message: message))
    }

    private mutating func read<Value>(_ names: [String], _ kind: String, _ take: (JSON) -> Value?) -> Value? {
        guard let (name, value) = value(names) else { return nil }
        if let taken = take(value) { return taken }
        report(name, "expected \(kind), got \(value.kind)")
        return nil
    }
}
