internal import CJSONBridge

/// JSON text that is known to be well formed: passed on as it stands, and read only when somebody asks for the value.
package struct WrittenJSON: Sendable, Hashable {
    /// The text in UTF-8.
    package let bytes: [UInt8]

    /// Writes a value.
    package init(_ value: JSON) {
        var bytes: [UInt8] = []
        value.write(to: &bytes)
        self.bytes = bytes
    }

    /// Takes over what this program wrote.
    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Takes over a text from elsewhere; `nil` when it is no JSON.
    package init?(checking text: UnsafeRawBufferPointer) {
        guard let start = text.baseAddress else { return nil }
        // Most lists and objects of a record are empty.
        if text.count == 2, text.elementsEqual("{}".utf8) || text.elementsEqual("[]".utf8) {
            bytes = Array(text)
            return
        }
        defer { herald_json_done() }
        var tape = herald_json_tape()
        let status = herald_json_parse(start.assumingMemoryBound(to: CChar.self), text.count, &tape)
        guard status == HERALD_JSON_OK else { return nil }
        bytes = Array(text)
    }

    /// The value; made anew with each call.
    package var value: JSON {
        // Nothing but a number that nothing holds is well formed and yet no value.
        bytes.withUnsafeBytes { JSONFastReader.read($0, depth: JSONText.Limits.greatestDepth) } ?? .null
    }

    /// The text as a string.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension WrittenJSON: ExpressibleByArrayLiteral {
    /// Writes a list.
    package init(arrayLiteral elements: JSON...) { self.init(.array(elements)) }
}

extension WrittenJSON: ExpressibleByDictionaryLiteral {
    /// Writes an object.
    package init(dictionaryLiteral members: (String, JSON)...) { self.init(.object(JSONObject(members))) }
}
