import CHeraldPlugin
import Testing
import Values

@testable import Plugins

@Suite("Every shipped plugin keeps the contract")
struct ConformanceTests {
    private static let pending = Int32(HERALD_PENDING)
    private static let cancelled = Int32(HERALD_E_CANCELLED)

    /// A host that never answers by itself.
    private static func silent() -> RawHost { RawHost { _ in nil } }

    @Test("has the entry that the manifest announces", arguments: Shipped.all)
    func entry(_ shipped: Shipped) throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let records = PluginDiscovery.scan(
            [PluginLocation("/\(root)/plugins/\(shipped.id)", origin: .flag)],
            libraryDirectories: [RawPlugin.directory]
        )
        let manifest = try #require(records.first?.manifest)
        #expect(records.first?.refusal == nil)
        let entry = try RawPlugin.entry(shipped).pointee
        #expect(entry.magic == HERALD_MAGIC)
        #expect(Int(entry.size) == MemoryLayout<herald_entry>.size)
        #expect(entry.abi_major == HERALD_ABI_MAJOR)
        #expect(entry.abi_minor <= HERALD_ABI_MINOR)
        #expect(String(cString: try #require(entry.id)) == manifest.id)
        #expect(String(cString: try #require(entry.version)) == manifest.version)
        #expect(manifest.provides.map(\.type) == [shipped.type])
        #expect(!manifest.description.isEmpty && !manifest.license.isEmpty)
    }

    @Test("offers its interface whole, and no other", arguments: Shipped.all)
    func interfaces(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped)
        let action = plugin.find("herald.action/1", as: herald_action_v1.self)
        let channel = plugin.find("herald.channel/1", as: herald_channel_v1.self)
        #expect((action != nil) == !shipped.isChannel)
        #expect((channel != nil) == shipped.isChannel)
        if let action { #expect(Int(action.pointee.size) == MemoryLayout<herald_action_v1>.size) }
        if let channel { #expect(Int(channel.pointee.size) == MemoryLayout<herald_channel_v1>.size) }
        for id in ["herald.action/2", "herald.nothing/1", ""] {
            #expect(plugin.find(id, as: UInt8.self) == nil)
        }
        #expect(await plugin.end() == 0)
    }

    @Test("refuses a host whose structs are too small", arguments: Shipped.all)
    func sizes(_ shipped: Shipped) throws {
        let entry = try RawPlugin.entry(shipped)
        let host = RawHost(answer: Shipped.answers())
        var plugin = herald_plugin()
        plugin.size = 16
        let small = RawPlugin.answer { entry.pointee.create?(entry, host.host, &plugin, $0) ?? 0 }
        #expect(small.status == Int32(HERALD_E_UNSUPPORTED))
        #expect(plugin.instance == nil && plugin.find == nil)
        plugin.size = UInt32(MemoryLayout<herald_plugin>.size)
        host.host.pointee.size = 16
        let old = RawPlugin.answer { entry.pointee.create?(entry, host.host, &plugin, $0) ?? 0 }
        #expect(old.status == Int32(HERALD_E_UNSUPPORTED))
        #expect(old.error?.contains("smaller than version 1.0") == true)
    }

    @Test("copies what it is lent", arguments: Shipped.all)
    func borrowedText(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped, host: Self.silent())
        #expect(plugin.enter(1).status == Self.pending)
        let request = try #require(plugin.host.requests.first)
        #expect("\(request.service) \(request.operation)" == shipped.asks)
        #expect(request.json.contains(shipped.carries))
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.map(\.status) == [Self.cancelled])
    }

    @Test("answers each call once", arguments: Shipped.all)
    func finishes(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped)
        let answers = await plugin.answers(to: 1..<51) { _ in }
        #expect(answers.map(\.call).sorted() == Array(1...50))
        #expect(answers.allSatisfy { $0.status == 0 }, "\(answers)")
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.count <= 50)
    }

    @Test("answers once when cancelling races the reply", arguments: Shipped.all)
    func cancelRace(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped)
        let answers = await plugin.answers(to: 1..<201) { call in
            RawHost.onThread { plugin.cancel(call) }
            plugin.cancel(call)
        }
        #expect(answers.map(\.call).sorted() == Array(1...200))
        #expect(answers.allSatisfy { $0.status == 0 || $0.status == Self.cancelled }, "\(answers)")
        #expect(await plugin.end() == 0)
    }

    @Test("takes a cancel that is late, early or unknown", arguments: Shipped.all)
    func oddCancels(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped, host: Self.silent())
        plugin.cancel(7)
        #expect(plugin.enter(1).status == Self.pending)
        plugin.cancel(1)
        plugin.cancel(1)
        while plugin.host.finishes.isEmpty { await Task.yield() }
        plugin.cancel(1)
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.map(\.call) == [1])
    }

    @Test("stops with calls pending, and is silent after that", arguments: Shipped.all)
    func stop(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped, host: Self.silent())
        for call in UInt64(1)...10 { _ = plugin.enter(call) }
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.map(\.call).sorted() == Array(1...10))
        #expect(plugin.host.callsAfterClose == 0)
    }

    @Test("refuses parameters that are no JSON", arguments: Shipped.all)
    func badInput(_ shipped: Shipped) async throws {
        let plugin = try RawPlugin(shipped)
        let answer = plugin.enter(1, parameters: "{nope")
        #expect(answer.status == Int32(HERALD_E_INPUT))
        #expect(answer.error?.hasPrefix("bad_json") == true)
        #expect(await plugin.end() == 0)
        #expect(plugin.host.finishes.isEmpty)
    }

    @Test("can be created again", arguments: Shipped.all)
    func twice(_ shipped: Shipped) async throws {
        let first = try RawPlugin(shipped)
        let second = try RawPlugin(shipped)
        #expect(first.plugin.instance != second.plugin.instance)
        #expect(await first.end() == 0)
        #expect(await second.answers(to: 1..<2) { _ in }.map(\.status) == [0])
        #expect(await second.end() == 0)
    }
}
