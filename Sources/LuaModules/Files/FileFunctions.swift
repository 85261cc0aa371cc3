internal import Scripting
internal import Values

/// What the functions of `herald.fs` need.
struct FileHost: Sendable {
    /// Two files at once, of up to 16 MiB each: what is read or written is held outside the script's memory meanwhile.
    static let turns = 2

    let access: FileAccess
    /// One for all scripts of a runtime.
    let turns: Turns
}

/// A path that a script gives.
private struct PathText: LuaReadable {
    /// Longer ones no system takes.
    private static let mostBytes = 4095

    let text: String

    static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> PathText {
        let place = index
        let text = try String.read(call, &index)
        let fault: String? =
            if text.isEmpty { "it is empty" } else if text.utf8.contains(0) {
                "it has a zero byte"
            } else if text.utf8.count > mostBytes { "it has more than \(mostBytes) bytes" } else { nil }
        guard let fault else { return PathText(text: text) }
        index = place
        throw HeraldError(.invalidArgument, "expected a path, but \(fault)")
    }
}

extension LuaModule {
    /// Registers `fs`: whole files, within what is granted.
    mutating func addFiles(_ host: FileHost) {
        module("fs") { fs in
            fs.addLooking("read", host) { path, access throws(HeraldError) in
                LuaBytes(try FileWork(path: access.readable(path), shown: path).read())
            }
            fs.addLooking("exists", host) { path, access throws(HeraldError) in
                try FileWork(path: access.readable(path), shown: path).exists()
            }
            fs.addLooking("list", host) { path, access throws(HeraldError) in
                try FileWork(path: access.readable(path), shown: path).list().map(LuaBytes.init)
            }
            fs.addWriting("write", host) { work, bytes throws(HeraldError) in try work.write(bytes) }
            fs.addWriting("append", host) { work, bytes throws(HeraldError) in try work.append(bytes) }
        }
    }

    private mutating func addLooking<Answer: LuaPushable & Sendable>(
        _ name: String,
        _ host: FileHost,
        _ look: @escaping @Sendable (String, FileAccess) throws(HeraldError) -> Answer
    ) {
        add(name) { call in
            var index: Int32 = 1
            let path: PathText = try call.next(&index)
            return try call.wait {
                // Until the script has the answer: what was read takes memory.
                let turn = try await host.turns.take()
                defer { withExtendedLifetime(turn) {} }
                return try await turn.work { () throws(HeraldError) in try look(path.text, host.access) }.push(to: call)
            }
        }
    }

    private mutating func addWriting(
        _ name: String,
        _ host: FileHost,
        _ write: @escaping @Sendable (FileWork, [UInt8]) throws(HeraldError) -> Void
    ) {
        add(name) { call in
            var index: Int32 = 1
            let path: PathText = try call.next(&index)
            var textIndex = index
            _ = try call.next(&textIndex) as LuaBytes
            let text: LuaReference = try call.next(&index)
            return try call.wait {
                let turn = try await host.turns.take()
                // Copied out of Lua only now: thousands of tasks that wait for their turn share Lua's one string.
                let bytes = try text.value(call, as: LuaBytes.self).bytes
                try await turn.work { () throws(HeraldError) in
                    try write(FileWork(path: host.access.writable(path.text), shown: path.text), bytes)
                }
                return 0
            }
        }
    }
}
