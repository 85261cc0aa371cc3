import Networking
package import Values

/// A client of the WebDriver protocol, W3C level 2, for one session at one driver.
package struct WebDriver: Sendable {
    /// Keys as the protocol spells them, §17.4.2.
    package enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case space = " "
        case left = "\u{E012}"
        case right = "\u{E014}"
        case home = "\u{E011}"
        case end = "\u{E010}"
    }

    /// An element that a script or a search gave.
    package struct Element: Sendable {
        static let key = "element-6066-11e4-a52e-4f735466cecf"
        let id: String
        var json: JSON { [Self.key: .string(id)] }
    }

    let network: NetworkClient
    /// Of the driver.
    let url: String
    private(set) var session = ""

    init(network: NetworkClient, url: String) {
        self.network = network
        self.url = url
    }

    mutating func begin(_ options: JSON) async throws {
        let answer = try await send("POST", "/session", ["capabilities": ["alwaysMatch": options]])
        guard let id = answer["sessionId"].string else { throw HeraldError(.failed, "no session: \(answer.text)") }
        session = "/session/\(id)"
    }

    func end() async throws { _ = try await send("DELETE", session, nil) }

    package func open(_ page: String) async throws { try await post("/url", ["url": .string(page)]) }

    /// Runs the body of a function, whose arguments are `arguments`.
    @discardableResult
    package func script(_ body: String, _ arguments: JSON...) async throws -> JSON {
        try await post("/execute/sync", ["script": .string(body), "args": .array(arguments)])
    }

    /// Runs the body of an asynchronous function.
    @discardableResult
    package func wait(_ body: String, _ arguments: JSON...) async throws -> JSON {
        let script = "const done=arguments[arguments.length-1];(async()=>{\(body)})().then(done,(e)=>done(String(e)))"
        return try await post("/execute/async", ["script": .string(script), "args": .array(arguments)])
    }

    package func element(_ selector: String) async throws -> Element {
        let found = try await post("/element", ["using": "css selector", "value": .string(selector)])
        guard let id = found[Element.key].string else { throw HeraldError(.failed, "no element: \(found.text)") }
        return Element(id: id)
    }

    /// Presses and lets go of the first mouse button over the middle of an element.
    package func click(_ selector: String) async throws {
        let element = try await element(selector)
        try await post("/element/\(element.id)/click", [:])
    }

    /// Presses keys one after the other, for whatever has the focus.
    package func press(_ keys: Key...) async throws {
        let steps = keys.flatMap { key -> [JSON] in
            ["keyDown", "keyUp"].map { ["type": .string($0), "value": .string(key.rawValue)] }
        }
        try await post("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(steps)]]])
    }

    package func enterFrame(_ selector: String) async throws {
        try await post("/frame", ["id": try await element(selector).json])
    }

    package func leaveFrame() async throws { try await post("/frame", ["id": .null]) }

    package func windows() async throws -> Int {
        try await send("GET", "\(session)/window/handles", nil).array?.count ?? 0
    }

    /// A command of the DevTools protocol.
    @discardableResult
    package func devTools(_ command: String, _ parameters: JSON = [:]) async throws -> JSON {
        try await post("/goog/cdp/execute", ["cmd": .string(command), "params": parameters])
    }

    /// What was logged since the last time.
    package func log(_ type: String) async throws -> [JSON] {
        try await post("/se/log", ["type": .string(type)]).array ?? []
    }

    @discardableResult
    private func post(_ path: String, _ body: JSON) async throws -> JSON {
        try await send("POST", session + path, body)
    }

    private func send(_ method: String, _ path: String, _ body: JSON?) async throws -> JSON {
        var request = HTTPRequest(method, url + path, timeout: .seconds(40))
        if let body {
            request.headers = [(name: "Content-Type", value: "application/json; charset=utf-8")]
            request.body = Array(body.text.utf8)
        }
        let response = try await network.send(request)
        let answer = try JSONText.parse(response.body)["value"]
        guard response.status == 200 else {
            throw HeraldError(.failed, "\(method) \(path): \(answer["error"].text) \(answer["message"].text)")
        }
        return answer
    }
}
