import CScriptingBench
import Glibc
import LuaModules
import Scripting
import Values

/// Times the same work in raw C and in Herald with both ways of interrupting, turn by turn.
struct Speed {
    /// JSON text of a feed page.
    let page: String

    private static let rounds = 21

    /// One kind of work: how often a round does it, and who does it.
    struct Row {
        let name: String
        let count: Int
        var raw: ((Int) async throws -> Void)?
        var signal: (Int) async throws -> Void
        var counting: (Int) async throws -> Void
    }

    func run(only: String) async throws {
        let raw = try Raw()
        let signal = try Work.state(.signal)
        let counting = try Work.state(.counting)
        var rows = try await scripts(raw, signal, counting)
        rows += try await calls(raw, signal, counting)
        rows += try states()
        print("name\traw\tsignal\tcounting")
        for row in rows where row.name.hasPrefix(only) { try await measure(row) }
    }

    /// Median nanoseconds for one, each contender's turn after the other's.
    private func measure(_ row: Row) async throws {
        var times: [[Double]] = [[], [], []]
        for round in 0..<Self.rounds + 1 {
            for (place, work) in [row.raw, row.signal, row.counting].enumerated() {
                guard let work else { continue }
                let start = Self.now()
                try await work(row.count)
                // The first round warms up.
                if round > 0 { times[place].append(Double(Self.now() - start) / Double(row.count)) }
            }
        }
        let medians = times.map { $0.isEmpty ? "-" : String($0.sorted()[$0.count / 2]) }
        print(([row.name] + medians).joined(separator: "\t"))
    }

    /// Time of the processor, since others may run on this machine.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    // Loops that a script makes; each chunk returns a function of a count.
    private func scripts(_ raw: Raw, _ signal: ScriptState, _ counting: ScriptState) async throws -> [Row] {
        let loop = { (body: String) in "for i = 1, n do \(body) end" }
        let kinds: [(name: String, count: Int, raw: String?, own: String)] = [
            ("typed host call", 200_000, loop("add(i, 1)"), "local add = b.add \(loop("add(i, 1)"))"),
            ("field get", 200_000, loop("local x = point.x"), "local point = b.point() \(loop("local x = point.x"))"),
            ("method call", 200_000, loop("point:plus(i)"), "local point = b.point() \(loop("point:plus(i)"))"),
            ("coroutine round trip", 100_000, Self.wrap, Self.wrap),
            ("caught host error", 50_000, loop("pcall(fail)"), "local fail = b.fail \(loop("pcall(fail)"))"),
            ("caught error object", 50_000, loop("pcall(fail_object)"), "local fail = b.fail \(loop("pcall(fail)"))"),
            ("async, .ready", 100_000, nil, "local ready = b.ready \(loop("ready(i)"))"),
            ("async, at once", 100_000, nil, "local now = b.now \(loop("now(i)"))"),
            ("async, resumed inline", 50_000, nil, "local later = b.later \(loop("later(i)"))"),
            ("async, Task.yield", 50_000, nil, "local turn = b.turn \(loop("turn(i)"))"),
            ("plain code: fib(20)", 20, loop("fib(20)"), "\(Self.fib) \(loop("fib(20)"))"),
            ("plain code: loop of 1000", 500, loop(Self.sum), loop(Self.sum)),
            ("string.find", 20_000, loop(Self.find), loop(Self.find)),
            ("string.gsub", 5_000, loop(Self.gsub), loop(Self.gsub)),
            ("table.sort of 200", 200, Self.sort, Self.sort),
            ("JSON text to table, 60 KB", 40, loop("cjson.decode(page)"), loop("h.json.decode(page)")),
            ("table to JSON text, 60 KB", 40, loop("cjson.encode(value)"), loop("h.json.encode(value)")),
        ]
        var rows: [Row] = []
        for kind in kinds {
            let slot = try kind.raw.map {
                try raw.load("local n = ... \($0.contains("fib(") ? Self.fib : "") \($0)", page)
            }
            let own = """
                local b, h = require 'bench', require 'herald'
                local page = [==[\(page)]==]
                local value = h.json.decode(page)
                return function(n) \(kind.own) end
                """
            let name = "\(kind.name).lua"
            let first = try await signal.load(Array(own.utf8), name: name, as: LuaFunction.self)
            let second = try await counting.load(Array(own.utf8), name: name, as: LuaFunction.self)
            rows.append(
                Row(
                    name: kind.name,
                    count: kind.count,
                    raw: slot.map { slot in { raw.run(slot, $0) } },
                    signal: { try await signal.call(first, [$0], as: Int?.self).map { _ in } ?? () },
                    counting: { try await counting.call(second, [$0], as: Int?.self).map { _ in } ?? () }
                )
            )
        }
        return rows
    }

    private static let wrap = """
        local step = coroutine.wrap(function() while true do coroutine.yield() end end)
        for i = 1, n do step() end
        """
    private static let fib = "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end"
    private static let sum = "local s = 0 for j = 1, 1000 do s = s + j % 7 end"
    private static let find = "local a, b, c = ('the quick brown fox jumps'):find('(%a+) fox')"
    private static let gsub = "local s = ('the quick brown fox jumps over the lazy dog'):gsub('%w+', string.upper)"
    private static let sort = """
        local t = {}
        for i = 1, n do
            for j = 1, 200 do t[j] = (j * 7919) % 1009 end
            table.sort(t)
        end
        """

    private func calls(_ raw: Raw, _ signal: ScriptState, _ counting: ScriptState) async throws -> [Row] {
        let add = "return function(a, b) return a + b end"
        let slot = try raw.function(add)
        let first = try await signal.load(Array(add.utf8), name: "add.lua", as: LuaFunction.self)
        let second = try await counting.load(Array(add.utf8), name: "add.lua", as: LuaFunction.self)
        let sink = "return function() end"
        let firstSink = try await signal.load(Array(sink.utf8), name: "sink.lua", as: LuaFunction.self)
        let secondSink = try await counting.load(Array(sink.utf8), name: "sink.lua", as: LuaFunction.self)
        let source = "local t = {} for i = 0, 99 do t['key_' .. i] = i end return function() return t end"
        let firstSource = try await signal.load(Array(source.utf8), name: "source.lua", as: LuaFunction.self)
        let secondSource = try await counting.load(Array(source.utf8), name: "source.lua", as: LuaFunction.self)
        let table = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key_\($0)", $0) })
        return [
            Row(
                name: "host calls a Lua function",
                count: 200_000,
                raw: { _ = raw.call(slot, $0) },
                signal: { _ = try await signal.callMany(first, $0) },
                counting: { _ = try await counting.callMany(second, $0) }
            ),
            Row(
                name: "push a 100-key table",
                count: 2000,
                raw: { _ = raw.push($0, isData: false) },
                signal: { try await signal.pushMany(firstSink, table, $0) },
                counting: { try await counting.pushMany(secondSink, table, $0) }
            ),
            Row(
                name: "push 100 keys of data",
                count: 2000,
                raw: { _ = raw.push($0, isData: true) },
                signal: { try await signal.pushMany(firstSink, table, $0) },
                counting: { try await counting.pushMany(secondSink, table, $0) }
            ),
            Row(
                name: "pull a 100-key table",
                count: 2000,
                raw: { _ = raw.pull($0) },
                signal: { _ = try await signal.pullMany(firstSource, $0) },
                counting: { _ = try await counting.pullMany(secondSource, $0) }
            ),
        ]
    }

    private func states() throws -> [Row] {
        let limits = RunLimits(wallTime: .seconds(600), memoryBytes: 256 << 20)
        let make = { (host: RuntimeHost, count: Int) async throws in
            for _ in 0..<count { try await host.state(name: "new.lua", limits: limits).close() }
        }
        let signal = Work.host(.signal)
        let counting = Work.host(.counting)
        return [
            Row(
                name: "new state",
                count: 200,
                raw: { _ = raw_states($0) },
                signal: { try await make(signal, $0) },
                counting: { try await make(counting, $0) }
            )
        ]
    }
}

/// A state of plain C.
final class Raw {
    private let state: OpaquePointer

    init() throws {
        guard let state = raw_new() else { throw HeraldError(.failed, "no raw state") }
        self.state = state
    }

    func load(_ source: String, _ page: String) throws -> Int32 {
        var prelude = ""
        if source.contains("cjson") {
            prelude = "local cjson, page = require 'cjson', [==[\(page)]==] local value = cjson.decode(page) "
        }
        let slot = raw_load(state, prelude + source)
        if slot == 0 { throw HeraldError(.failed, "raw source: \(source.prefix(200))") }
        return slot
    }

    func function(_ source: String) throws -> Int32 {
        let slot = raw_function(state, source)
        if slot == 0 { throw HeraldError(.failed, "raw source: \(source.prefix(200))") }
        return slot
    }

    func run(_ slot: Int32, _ count: Int) { _ = raw_run(state, slot, count) }
    func call(_ slot: Int32, _ count: Int) -> Int { raw_call(state, slot, count) }
    func push(_ count: Int, isData: Bool) -> Int { raw_push(state, count, isData ? 1 : 0) }
    func pull(_ count: Int) -> Int { raw_pull(state, count) }
}
