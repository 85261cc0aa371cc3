import TestSupport
import Testing
import Values

@testable import CampaignServer

/// `/openapi.json` says what is served, no more and no less.
///
/// That answers are as it says is checked with every answer that any test here asks for: see `TestServer.ask`.
struct DescriptionTests {
    private static let methods = ["get", "put", "post", "delete", "patch"]

    private func described(_ json: JSON) -> [String] {
        (json["paths"].object ?? JSONObject()).flatMap { path in
            (path.value.object?.keys ?? []).map { "\($0.uppercased()) \(path.key)" }
        }
    }

    @Test func hasEveryRouteAndNothingElse() async throws {
        let test = try await TestServer.start()
        let described = described(try await test.ask("GET", "/openapi.json", .none).body)
        let served = test.server.routes.flatMap { route in
            let path = route.pattern.text
            let paths = path.hasPrefix("/v3/") ? [path, "/v3.0/" + path.dropFirst("/v3/".count)] : [path]
            return paths.map { "\(route.method) \($0)" }
        }
        #expect(served.count > 40)
        #expect(described.sorted() == served.sorted())
        #expect(Set(described).count == described.count)
        // Each is found by the router under the described path.
        for entry in described {
            let words = entry.split(separator: " ").map(String.init)
            let reply = try await test.ask(words[0], words[1].replacing("{", with: "").replacing("}", with: ""), .none)
            #expect([200, 401, 426].contains(reply.status), "\(entry) \(reply.status)")
        }
        await test.stop()
    }

    @Test func pointsToWhatIsThere() async throws {
        let test = try await TestServer.start()
        let description = Description(json: try await test.ask("GET", "/openapi.json", .none).body)
        #expect(description.json["openapi"] == "3.1.0")
        var references: [JSON] = []
        collect(description.json, &references)
        #expect(references.count > 100)
        for reference in references { #expect(!description.resolved(reference).isNull, "\(reference.text)") }
        // What is written once is used.
        let used = Set(references.compactMap { $0["$ref"].string })
        for part in ["schemas", "responses", "parameters", "headers"] {
            for name in description.json["components"][part].object?.keys ?? [] {
                #expect(used.contains("#/components/\(part)/\(name)"), "\(part) \(name)")
            }
        }
        await test.stop()
    }

    @Test func namesEachOperationAndItsParameters() async throws {
        let test = try await TestServer.start()
        let json = try await test.ask("GET", "/openapi.json", .none).body
        var names: Set<String> = []
        for (path, item) in json["paths"].object ?? JSONObject() {
            for (method, operation) in item.object ?? JSONObject() {
                let name = operation["operationId"].string ?? ""
                #expect(Self.methods.contains(method))
                #expect(!name.isEmpty && names.insert(name).inserted, "\(method) \(path) \(name)")
                #expect(operation["summary"].string?.isEmpty == false)
                let inPath = (operation["parameters"].array ?? []).filter { $0["in"] == "path" }.compactMap {
                    $0["name"].string
                }
                let holes = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                    String($0.dropFirst().dropLast())
                }
                #expect(inPath == holes, "\(path)")
                let inQuery = (operation["parameters"].array ?? []).filter { $0["in"] == "query" }.compactMap {
                    $0["name"].string
                }
                #expect(Set(inQuery).count == inQuery.count, "\(path) \(inQuery)")
            }
        }
        await test.stop()
    }

    /// Every refusal that a status can stand for has the form of the one error object.
    @Test func describesRefusals() async throws {
        let test = try await TestServer.start()
        let description = Description(json: try await test.ask("GET", "/openapi.json", .none).body)
        let faults: [RequestFault] = [
            .validation(["a", "b"]), .unauthorized, .forbidden("no"), .notFound("none"), .internal, .unavailable,
            RequestFault(409, "ERR_CONFLICT", "twice", details: ["id": "x"]),
        ]
        for fault in faults {
            let body = try JSONText.parse(fault.reply.body)
            let schema = description.json["components"]["schemas"]["Error"]
            #expect(description.check(body, schema, at: "") == [])
            #expect(APIFault(rawValue: fault.status) != nil)
        }
        await test.stop()
    }

    private func collect(_ value: JSON, _ found: inout [JSON]) {
        if value["$ref"].string != nil { found.append(value) }
        for element in value.array ?? [] { collect(element, &found) }
        for (_, member) in value.object ?? JSONObject() { collect(member, &found) }
    }
}
