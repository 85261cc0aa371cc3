internal import CJSONBridge

/// Turns the walk of a text into a ``JSON`` tree.
final class JSONTreeBuilder {
    private enum Container {
        case array([JSON])
        case object(JSONObject, key: String)
    }

    private(set) var root: JSON?
    private var open: [Container] = []

    private func add(_ value: JSON) {
        guard let last = open.popLast() else {
            root = value
            return
        }
        switch last {
        case .array(var elements):
            elements.append(value)
            open.append(.array(elements))
        case .object(var members, let key):
            members[key] = value
            open.append(.object(members, key: key))
        }
    }

    private func setKey(_ key: String) {
        guard case .object(let members, _) = open.popLast() else { return }
        open.append(.object(members, key: key))
    }

    private func close() {
        switch open.popLast() {
        case .array(let elements): add(.array(elements))
        case .object(let members, _): add(.object(members))
        case nil: break
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> JSONTreeBuilder? {
        context.map { Unmanaged<JSONTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let start else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }

    static let visitor = herald_json_visitor(
        null_value: { context in JSONTreeBuilder.from(context)?.add(.null) != nil },
        bool_value: { context, value in JSONTreeBuilder.from(context)?.add(.bool(value)) != nil },
        int_value: { context, value in JSONTreeBuilder.from(context)?.add(.int(value)) != nil },
        double_value: { context, value in JSONTreeBuilder.from(context)?.add(.double(value)) != nil },
        string_value: { context, text, length in
            JSONTreeBuilder.from(context)?.add(.string(JSONTreeBuilder.text(text, length))) != nil
        },
        key: { context, text, length in
            JSONTreeBuilder.from(context)?.setKey(JSONTreeBuilder.text(text, length)) != nil
        },
        begin_array: { context in JSONTreeBuilder.from(context)?.open.append(.array([])) != nil },
        end_array: { context in JSONTreeBuilder.from(context)?.close() != nil },
        begin_object: { context in
            JSONTreeBuilder.from(context)?.open.append(.object(JSONObject(), key: "")) != nil
        },
        end_object: { context in JSONTreeBuilder.from(context)?.close() != nil }
    )
}
