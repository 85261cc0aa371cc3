import CHeraldPlugin
import Glibc
import Testing
import Values

@testable import Plugins

/// One of the shipped plugins, and a call that makes it ask the host for something.
struct Shipped: Sendable, CustomTestStringConvertible {
    let id: String
    let type: String
    let parameters: String
    /// The first service that the call asks for.
    let asks: String
    /// Text of the call that must reach the service unharmed.
    let carries: String

    var testDescription: String { id }
    var isChannel: Bool { type == "chat" }

    static let all = [
        Shipped(
            id: "open-url",
            type: "openUrl",
            parameters: #"{"type":"openUrl","url":"https://shop.example.com/linen","openIn":"webview"}"#,
            asks: "effects open",
            carries: "https://shop.example.com/linen"
        ),
        Shipped(
            id: "api-call",
            type: "apiCall",
            parameters: #"{"type":"apiCall","url":"https://api.example.com/v1/cart","body":{"sku":"blue"}}"#,
            asks: "http request",
            carries: "https://api.example.com/v1/cart"
        ),
        Shipped(
            id: "custom-callback",
            type: "customCallback",
            parameters: #"{"type":"customCallback","callbackId":"remind-me","payload":{"in":"2h"}}"#,
            asks: "callbacks call",
            carries: "remind-me"
        ),
        Shipped(
            id: "chat",
            type: "chat",
            parameters: #"{"campaign":{"id":"linen"},"options":{},"user":{"id":"ana"}}"#,
            asks: "server request",
            carries: "/v1/engagements"
        ),
    ]

    /// What the host of a well-behaved server answers; a WebSocket greets once and then says nothing.
    static func answers() -> @Sendable (RawHost.Request) -> (json: String, body: String)? {
        let greeted = Lock<Set<String>>([])
        return { request in
            switch (request.service, request.operation) {
            case ("http", _): return (#"{"status":200,"headers":{}}"#, #"{"ok":true}"#)
            case ("server", _): return (#"{"status":201,"headers":{}}"#, #"{"data":{"id":"e-1","sequence":0}}"#)
            case ("websocket", "connect"): return ("{\"socket\":\(request.id)}", "")
            case ("websocket", "receive"):
                let isFirst = greeted.withLock { $0.insert(request.json).inserted }
                return isFirst ? (#"{"closed":false}"#, #"{"type":"hello","sequence":0}"#) : nil
            case ("websocket", _): return ("{}", "")
            default: return (#"{"value":1}"#, "")
            }
        }
    }
}

/// A plugin as C sees it.
final class RawPlugin: @unchecked Sendable {
    static let directory = FileSystem.executableDirectory ?? ""

    let shipped: Shipped
    let host: RawHost
    private(set) var plugin = herald_plugin()

    static func entry(_ shipped: Shipped) throws -> UnsafePointer<herald_entry> {
        let library = dlopen("\(directory)/libplugin-\(shipped.id).so", RTLD_NOW | RTLD_LOCAL)
        try #require(library != nil, "\(dlerror().map { String(cString: $0) } ?? "")")
        let name = "herald_plugin_" + shipped.id.map { $0 == "-" ? "_" : String($0) }.joined()
        let symbol = try #require(dlsym(library, name))
        let export = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<herald_entry>?).self)
        #expect(export() == export())
        return try #require(export())
    }

    init(_ shipped: Shipped, host: RawHost = RawHost(answer: Shipped.answers())) throws {
        self.shipped = shipped
        self.host = host
        plugin.size = UInt32(MemoryLayout<herald_plugin>.size)
        let entry = try Self.entry(shipped)
        let created = Self.answer { entry.pointee.create?(entry, host.host, &plugin, $0) ?? -1 }
        try #require(created.status == 0)
        let config = #"{"id":"x","permissions":{"open":["https"],"net":["*"]}}"#
        let started = Self.answer { out in
            Borrowed.lend(config) { plugin.start?(plugin.instance, $0, out) ?? -1 }
        }
        try #require(started.status == 0)
    }

    func find<Table>(_ id: String, as: Table.Type) -> UnsafePointer<Table>? {
        Borrowed.lend(id) { plugin.find?(plugin.instance, $0) ?? nil }?.assumingMemoryBound(to: Table.self)
    }

    /// Makes the plugin's call; what it lends is gone when this returns.
    func enter(_ call: UInt64, parameters: String? = nil) -> (status: Int32, result: String?, error: String?) {
        Self.answer { out in
            Borrowed.lend(shipped.type) { type in
                Borrowed.lend(parameters ?? shipped.parameters) { parameters in
                    if shipped.isChannel {
                        return find("herald.channel/1", as: herald_channel_v1.self)?.pointee
                            .open?(plugin.instance, call, call, type, parameters, out) ?? -99
                    }
                    return Borrowed.lend(#"{"user":"ana"}"#) { context in
                        find("herald.action/1", as: herald_action_v1.self)?.pointee
                            .invoke?(plugin.instance, call, type, parameters, context, out) ?? -99
                    }
                }
            }
        }
    }

    func cancel(_ call: UInt64) {
        if shipped.isChannel {
            find("herald.channel/1", as: herald_channel_v1.self)?.pointee.cancel?(plugin.instance, call)
        } else {
            find("herald.action/1", as: herald_action_v1.self)?.pointee.cancel?(plugin.instance, call)
        }
    }

    /// Makes calls and waits until each is answered, at once or through the host.
    func answers(to calls: Range<UInt64>, after: (UInt64) -> Void) async -> [RawHost.Finish] {
        var atOnce: [RawHost.Finish] = []
        for call in calls {
            let answer = enter(call)
            if answer.status != Int32(HERALD_PENDING) {
                atOnce.append(
                    RawHost.Finish(call: call, status: answer.status, text: answer.result ?? answer.error ?? "")
                )
            }
            after(call)
        }
        while atOnce.count + host.finishes.count < calls.count { await Task.yield() }
        return atOnce + host.finishes
    }

    /// Stops and destroys; after that no call may come.
    func end() async -> Int32 {
        host.cancelHeld()
        let status = await withCheckedContinuation { continuation in
            RawHost.onThread {
                continuation.resume(returning: self.plugin.stop?(self.plugin.instance, 60_000) ?? -1)
            }
        }
        host.close()
        plugin.destroy?(plugin.instance)
        return status
    }

    static func answer(
        _ body: (UnsafePointer<herald_out>) -> herald_status
    ) -> (status: Int32, result: String?, error: String?) {
        final class Box {
            var results: [String] = []
            var errors: [String] = []
        }
        let box = Box()
        var out = herald_out(
            size: UInt32(MemoryLayout<herald_out>.size),
            ctx: Unmanaged.passUnretained(box).toOpaque(),
            result: { context, json in
                guard let context else { return }
                Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().results.append(RawHost.copy(json))
            },
            error: { context, error in
                guard let context, let error = error?.pointee else { return }
                let text = "\(RawHost.copy(error.code)) \(RawHost.copy(error.message))"
                Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().errors.append(text)
            }
        )
        let status = withExtendedLifetime(box) { body(&out) }
        #expect(box.results.count + box.errors.count <= 1)
        return (status, box.results.first, box.errors.first)
    }
}
