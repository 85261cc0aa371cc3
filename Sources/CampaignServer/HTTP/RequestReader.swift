import CMicroHTTPD
import CNetBridge

/// Reads the head of a request out of libmicrohttpd and judges it.
enum RequestReader {
    /// A head that passed, with the length its body declares.
    struct Head {
        var request: ServerRequest
        var framing: HeaderRules.Framing
    }

    /// A header as it stands in libmicrohttpd's memory.
    private struct RawField {
        var name: UnsafeRawBufferPointer
        var value: UnsafeRawBufferPointer
    }

    /// The head of the request, or why it is refused; without a line its request line was not whole.
    static func head(
        of connection: OpaquePointer,
        line: RequestLine?,
        method: String
    ) throws(RequestFault) -> Head {
        guard let line, !method.isEmpty, method.utf8.allSatisfy(HeaderRules.isToken) else {
            throw bad("The request line is not valid.")
        }
        let raw = headers(of: connection)
        guard stand(raw, from: line.end, to: line.start + herald_server_head_size(connection)) else {
            throw bad("The request has a control character in a header.")
        }
        let fields = raw.map { HeaderRules.Field(name: Array($0.name), value: Array($0.value)) }
        let framing: HeaderRules.Framing
        do throws(HeaderRules.Fault) {
            framing = try HeaderRules.framing(of: fields, needsHost: line.version != "HTTP/1.0")
        } catch {
            throw bad("The request has \(error.message).")
        }
        guard let target = RequestTarget.parts(line.target), let path = RequestTarget.segments(target.path) else {
            throw bad("The path is not valid.")
        }
        guard let query = RequestTarget.query(target.query) else { throw bad("The query is not valid.") }
        let headers = fields.map { field in
            (name: HeaderRules.lowercased(field.name), value: String(decoding: field.value, as: UTF8.self))
        }
        return Head(request: ServerRequest(method, path: path, query: query, headers: headers), framing: framing)
    }

    private static func bad(_ message: String) -> RequestFault { RequestFault(400, "ERR_BAD_REQUEST", message) }

    /// Whether the headers follow upon each other with nothing but line ends between them.
    ///
    /// libmicrohttpd cuts a value at a NUL byte and moves a folded line; both leave a gap. It has put NUL bytes in place
    /// of colons and line ends.
    private static func stand(_ fields: [RawField], from start: UnsafeRawPointer, to last: UnsafeRawPointer) -> Bool {
        var end = start
        for field in fields {
            guard let name = field.name.baseAddress, let value = field.value.baseAddress else { return false }
            guard (1...2).contains(name - end) else { return false }
            let colon = name + field.name.count
            guard value > colon else { return false }
            let blanks = UnsafeRawBufferPointer(start: colon + 1, count: value - colon - 1)
            guard blanks.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return false }
            end = value + field.value.count
        }
        // The last line's end and the empty line.
        return (2...4).contains(last - end)
            && UnsafeRawBufferPointer(start: end, count: last - end).allSatisfy { $0 == 0 }
    }

    /// How many headers a head has.
    static func fieldCount(of connection: OpaquePointer) -> Int {
        Int(MHD_get_connection_values_n(connection, .HEADER_KIND, nil, nil))
    }

    private static func headers(of connection: OpaquePointer) -> [RawField] {
        var fields: [RawField] = []
        withUnsafeMutablePointer(to: &fields) { list in
            _ = MHD_get_connection_values_n(
                connection,
                .HEADER_KIND,
                { list, _, name, nameLength, value, valueLength in
                    list?.assumingMemoryBound(to: [RawField].self).pointee.append(
                        RawField(
                            name: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameLength),
                            value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength)
                        )
                    )
                    return .YES
                },
                list
            )
        }
        return fields
    }
}
