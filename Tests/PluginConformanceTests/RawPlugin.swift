import CHeraldPlugin
import Glibc
import Testing
import Values

@testable import Plugins

/// A plugin as C sees it.
final class RawPlugin: @unchecked Sendable {
    static let directory = FileSystem.executableDirectory ?? ""

    /// What a call answered.
    struct Answer: Sendable {
        let status: Int32
        let result: String?
        let error: String?
    }

    let candidate: Candidate
    let host: RawHost
    private(set) var plugin = herald_plugin()
    /// Held around every call where the manifest allows no more than one at a time.
    private let door: Lock<Bool>?

    static func entry(_ candidate: Candidate) throws -> UnsafePointer<herald_entry> {
        let library = dlopen(candidate.library, RTLD_NOW | RTLD_LOCAL)
        try #require(library != nil, "\(dlerror().map { String(cString: $0) } ?? "")")
        let symbol = try #require(dlsym(library, candidate.manifest.entrySymbol))
        let export = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafePointer<herald_entry>?).self)
        #expect(export() == export())
        return try #require(export())
    }

    init(_ candidate: Candidate, host: RawHost = RawHost(answer: RawHost.answers())) throws {
        self.candidate = candidate
        self.host = host
        door = candidate.manifest.threads == .any ? nil : Lock(false)
        plugin.size = UInt32(MemoryLayout<herald_plugin>.size)
        let entry = try Self.entry(candidate)
        let created = Self.answer { entry.pointee.create?(entry, host.host, &plugin, $0) ?? -1 }
        try #require(created.status == 0, "\(created.error ?? "")")
        let config: JSON = [
            "id": .string(candidate.manifest.id), "version": .string(candidate.manifest.version),
            "directory": "/nowhere", "permissions": ["open": ["https"], "net": ["*"]], "denied": [:],
        ]
        guard let start = plugin.start else { return }
        let started = Self.answer { out in Borrowed.lend(config.text) { start(plugin.instance, $0, out) } }
        try #require(started.status == 0, "\(started.error ?? "")")
    }

    func find<Table>(_ id: String, as: Table.Type) -> UnsafePointer<Table>? {
        Borrowed.lend(id) { plugin.find?(plugin.instance, $0) ?? nil }?.assumingMemoryBound(to: Table.self)
    }

    var action: herald_action_v1? { find(HERALD_ACTION, as: herald_action_v1.self)?.pointee }
    var channel: herald_channel_v1? { find(HERALD_CHANNEL, as: herald_channel_v1.self)?.pointee }

    /// Makes the plugin's call; what it lends is gone when this returns.
    ///
    /// A channel opens the session of that number.
    func enter(_ call: UInt64, parameters: String? = nil) -> Answer {
        let parameters = parameters ?? candidate.sample.parameters.text
        return inside { out in
            Borrowed.lend(candidate.provision.type) { type in
                Borrowed.lend(parameters) { parameters in
                    if candidate.isChannel {
                        return channel?.open?(plugin.instance, call, call, type, parameters, out) ?? -99
                    }
                    return Borrowed.lend(#"{"user":"ana"}"#) { context in
                        action?.invoke?(plugin.instance, call, type, parameters, context, out) ?? -99
                    }
                }
            }
        }
    }

    /// Asks a session for something.
    func command(_ call: UInt64, session: UInt64) -> Answer {
        inside { out in
            Borrowed.lend(candidate.sample.command) { name in
                Borrowed.lend("{}") { channel?.command?(plugin.instance, session, call, name, $0, out) ?? -99 }
            }
        }
    }

    private func inside(_ body: (UnsafePointer<herald_out>) -> herald_status) -> Answer {
        guard let door else { return Self.answer(body) }
        return door.withLock { _ in Self.answer(body) }
    }

    func cancel(_ call: UInt64) {
        if candidate.isChannel {
            channel?.cancel?(plugin.instance, call)
        } else {
            action?.cancel?(plugin.instance, call)
        }
    }

    /// Makes calls and waits until each is answered, at once or through the host.
    func answers(to calls: Range<UInt64>, after: (UInt64) -> Void) async -> [RawHost.Finish] {
        var atOnce: [RawHost.Finish] = []
        for call in calls {
            if let finish = Self.finish(call, enter(call)) { atOnce.append(finish) }
            after(call)
        }
        await host.wait(for: "the answer to every call") { atOnce.count + host.finishCount >= calls.count }
        return atOnce + host.finishes
    }

    /// An answer as the finish that it stands for; `nil` when the call is pending.
    static func finish(_ call: UInt64, _ answer: Answer) -> RawHost.Finish? {
        guard answer.status != Int32(HERALD_PENDING) else { return nil }
        return RawHost.Finish(call: call, status: answer.status, text: answer.result ?? answer.error ?? "")
    }

    /// Stops and destroys; after that no call may come.
    func end() async -> Int32 {
        host.cancelHeld()
        let status = await withCheckedContinuation { continuation in
            RawThreads.start { continuation.resume(returning: self.plugin.stop?(self.plugin.instance, 60_000) ?? 0) }
        }
        await host.wait(for: "the return of every reply") { !host.isBusy }
        host.close()
        plugin.destroy?(plugin.instance)
        return status
    }

    static func answer(_ body: (UnsafePointer<herald_out>) -> herald_status) -> Answer {
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
        return Answer(status: status, result: box.results.first, error: box.errors.first)
    }
}
