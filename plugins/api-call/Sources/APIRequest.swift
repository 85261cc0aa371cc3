import PluginKit

/// What a card asks to be sent, checked.
struct APIRequest {
    /// An answer that is longer is an error, unless the card names another limit.
    private static let usualLimit: Int64 = 4 << 20

    let method: String
    let url: WebURL
    private(set) var headers = JSONObject()
    private(set) var body: [UInt8] = []
    let timeout: Duration?
    let maximumBytes: Int64

    init(_ action: Action, host: Host) throws(HeraldError) {
        method = action["method"].string ?? "POST"
        url = try host.checkedURL(action["url"], schemes: ["http", "https"])
        timeout = action["timeout"].number.map { .seconds($0) }
        maximumBytes = action["maximumBytes"].int ?? Self.usualLimit
        for (name, value) in action["headers"].object ?? JSONObject() {
            headers[name] = .string(try Self.check(name, value))
        }
        guard action["body"].object != nil else { return }
        guard method != "GET" else {
            throw HeraldError(.invalidArgument, "a GET request has no body", pointer: "/body")
        }
        body = Array(action["body"].text.utf8)
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            headers["Content-Type"] = "application/json"
        }
    }

    private static func check(_ name: String, _ value: JSON) throws(HeraldError) -> String {
        let pointer = "/headers/" + JSONPointer.escape(name)
        guard let text = value.string else {
            throw HeraldError(.invalidArgument, "the header \(name) must be a string", pointer: pointer)
        }
        do throws(HeraldError) {
            try HeaderRule.check(name, text)
        } catch {
            var error = error
            error.pointer = pointer
            throw error
        }
        return text
    }
}
