internal import CJSONBridge

/// Reads a text with simdjson; says no more than that a text is not fit.
enum JSONFastReader {
    /// `nil` when the text is no JSON, or JSON that this reader cannot hold.
    static func read(_ text: UnsafeRawBufferPointer, depth: Int) -> (value: JSON, warnings: [JSONWarning])? {
        let sink = Sink()
        var message: UnsafePointer<CChar>?
        var visitor = Sink.visitor
        let status = herald_json_walk(
            text.baseAddress?.assumingMemoryBound(to: CChar.self),
            text.count,
            depth,
            &visitor,
            Unmanaged.passUnretained(sink).toOpaque(),
            &message
        )
        guard status == HERALD_JSON_OK.rawValue, let root = sink.builder.root else { return nil }
        return (root, sink.builder.warnings)
    }
}

/// What the walk calls back.
private final class Sink {
    var builder = JSONTreeBuilder()

    private static func add(_ value: JSON, to context: UnsafeMutableRawPointer?) -> Bool {
        with(context) { $0.add(value) }
    }

    private static func with(_ context: UnsafeMutableRawPointer?, _ body: (inout JSONTreeBuilder) -> Void) -> Bool {
        guard let context else { return false }
        body(&Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().builder)
        return true
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let start else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }

    static let visitor = herald_json_visitor(
        null_value: { context in Sink.add(.null, to: context) },
        bool_value: { context, value in Sink.add(.bool(value), to: context) },
        int_value: { context, value in Sink.add(.int(value), to: context) },
        double_value: { context, value in Sink.add(.double(value), to: context) },
        string_value: { context, text, length in Sink.add(.string(Sink.text(text, length)), to: context) },
        key: { context, text, length in Sink.with(context) { $0.setKey(Sink.text(text, length)) } },
        begin_array: { context in Sink.with(context) { $0.begin(isObject: false) } },
        end_array: { context in Sink.with(context) { $0.close() } },
        begin_object: { context in Sink.with(context) { $0.begin(isObject: true) } },
        end_object: { context in Sink.with(context) { $0.close() } }
    )
}
