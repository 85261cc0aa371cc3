/// What went wrong, where, and what to do about it; the one error type that reaches people, scripts and plugins.
public struct HeraldError: Error, Sendable, Hashable {
    /// A stable name that programs compare.
    public var code: Code
    /// One sentence for a person.
    public var message: String
    // What most errors do not have lies elsewhere, so that throwing and catching move little.
    private var rest: Rest?

    /// Makes an error; only `code` and `message` are needed.
    public init(
        _ code: Code,
        _ message: String,
        pointer: String? = nil,
        hint: String? = nil,
        place: SourcePlace? = nil,
        traceback: String? = nil,
        details: JSON = .null,
        cause: HeraldError? = nil
    ) {
        self.code = code
        self.message = message
        if pointer == nil, hint == nil, place == nil, traceback == nil, details.isNull, cause == nil { return }
        rest = Rest(
            Parts(
                pointer: pointer,
                hint: hint,
                place: place,
                traceback: traceback,
                details: details,
                causes: cause.map { [$0] } ?? []
            )
        )
    }

    /// JSON Pointer into the input that is to blame.
    public var pointer: String? {
        get { rest?.parts.pointer }
        set { parts.pointer = newValue }
    }

    /// What to do; for a denial the flag that would allow it.
    public var hint: String? {
        get { rest?.parts.hint }
        set { parts.hint = newValue }
    }

    /// Where in a file the fault lies.
    public var place: SourcePlace? {
        get { rest?.parts.place }
        set { parts.place = newValue }
    }

    /// The stack of a script when it failed, in Lua's own form.
    public var traceback: String? {
        get { rest?.parts.traceback }
        set { parts.traceback = newValue }
    }

    /// More for programs, for example the HTTP status.
    public var details: JSON {
        get { rest?.parts.details ?? .null }
        set { parts.details = newValue }
    }

    /// The error that led to this one.
    public var cause: HeraldError? {
        get { rest?.parts.causes.first }
        set { parts.causes = newValue.map { [$0] } ?? [] }
    }

    /// Whether there is nothing but `code` and `message`.
    package var isPlain: Bool { rest == nil }

    private var parts: Parts {
        get { rest?.parts ?? Parts() }
        set { rest = newValue == Parts() ? nil : Rest(newValue) }
    }

    /// Wraps any error: a ``HeraldError`` as it is, a cancellation as ``Code/cancelled``, others as ``Code/failed``.
    public init(_ error: any Error) {
        if let error = error as? HeraldError {
            self = error
        } else if error is CancellationError {
            self.init(.cancelled, "the task was cancelled")
        } else {
            self.init(.failed, String(describing: error))
        }
    }
}

extension HeraldError {
    fileprivate struct Parts: Sendable, Hashable {
        var pointer: String?
        var hint: String?
        var place: SourcePlace?
        var traceback: String?
        var details = JSON.null
        var causes: [HeraldError] = []
    }

    /// Never changed once it is made.
    fileprivate final class Rest: Sendable, Hashable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }

        static func == (left: Rest, right: Rest) -> Bool { left === right || left.parts == right.parts }
        func hash(into hasher: inout Hasher) { hasher.combine(parts) }
    }
}

/// A place in a text file; line and column count from 1.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
    /// Path as the person gave it, or a chunk name.
    public var file: String
    /// Line, from 1.
    public var line: Int
    /// Column in bytes, from 1, when known.
    public var column: Int?

    /// Makes a place.
    public init(file: String, line: Int, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, without the parts that are not known.
    public var description: String {
        let start = file.isEmpty ? "line \(line)" : "\(file):\(line)"
        return column.map { "\(start):\($0)" } ?? start
    }
}

extension HeraldError: CustomStringConvertible {
    /// Code and message and advice, on one line, safe to log.
    public var description: String {
        var text = "\(code): \(message)"
        if let shownPointer { text += " (at \(shownPointer))" }
        if let place { text = "\(place): \(text)" }
        if let hint { text += "; \(hint)" }
        return text
    }
}

extension HeraldError {
    /// A person follows a pointer so far at each end, in bytes; a thousand levels tell nobody more.
    private static let shownPointerBytes = 60

    /// ``pointer`` for a person: the root by name, and a long one cut in its middle, between names where it can be.
    package var shownPointer: String? {
        guard let pointer else { return nil }
        guard !pointer.isEmpty else { return "the root" }
        let length = Self.shownPointerBytes
        guard pointer.utf8.count > 2 * length + 8 else { return pointer }
        let start = pointer.utf8.prefix(length)
        let end = pointer.utf8.suffix(length)
        let slash = UInt8(ascii: "/")
        let head = start.lastIndex(of: slash).map { $0 > start.startIndex ? start[..<$0] : start } ?? start
        let tail = end.firstIndex(of: slash).map { end[$0...] } ?? end
        return String(decoding: head, as: UTF8.self) + "/…" + String(decoding: tail, as: UTF8.self)
    }
}
