import CMicroHTTPD
import CNetBridge

/// Reads the head of a request out of libmicrohttpd and judges it.
enum RequestReader {
    /// A head that passed, with the length its body declares.
    struct Head {
        var request: ServerRequest
        var framing: HeaderRules.Framing
    }

    /// The head of the request, or why it is refused.
    static func head(
        of connection: OpaquePointer,
        target: String,
        method: String,
        version: String
    ) throws(RequestFault) -> Head {
        let fields = values(of: connection, .HEADER_KIND)
        let framing: HeaderRules.Framing
        do throws(HeaderRules.Fault) {
            framing = try HeaderRules.framing(of: fields, needsHost: version != "HTTP/1.0")
        } catch {
            throw RequestFault(400, "ERR_BAD_REQUEST", "The request has \(error.message).")
        }
        guard let path = RequestTarget.segments(target) else {
            throw RequestFault(400, "ERR_BAD_REQUEST", "The path is not valid.")
        }
        var query: [(name: String, value: String)] = []
        for field in values(of: connection, .GET_ARGUMENT_KIND) {
            guard let name = RequestTarget.decode(field.name), let value = RequestTarget.decode(field.value) else {
                throw RequestFault(400, "ERR_BAD_REQUEST", "The query is not valid.")
            }
            query.append((name, value))
        }
        let headers = fields.map { field in
            (name: HeaderRules.lowercased(field.name), value: String(decoding: field.value, as: UTF8.self))
        }
        return Head(request: ServerRequest(method, path: path, query: query, headers: headers), framing: framing)
    }

    /// Names and values as they came, or an empty list.
    private static func values(of connection: OpaquePointer, _ kind: MHD_ValueKind) -> [HeaderRules.Field] {
        var fields: [HeaderRules.Field] = []
        withUnsafeMutablePointer(to: &fields) { list in
            _ = MHD_get_connection_values_n(
                connection,
                kind,
                { list, _, name, nameLength, value, valueLength in
                    list?.assumingMemoryBound(to: [HeaderRules.Field].self).pointee.append(
                        HeaderRules.Field(
                            name: RequestReader.bytes(name, nameLength),
                            value: RequestReader.bytes(value, valueLength)
                        )
                    )
                    return .YES
                },
                list
            )
        }
        return fields
    }

    private static func bytes(_ start: UnsafePointer<CChar>?, _ length: Int) -> [UInt8] {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length).map { $0 }
    }
}
