internal import CLua
internal import CLuaBridge
package import Values

extension LuaModule {
    /// Registers `spawn`, `all`, `race`, `timeout`, `every`, `retry`, `sleep`, `now` and `exit`.
    ///
    /// Tasks are structured: a script ends when its tasks have ended, and cancelling a task cancels what it waits for.
    package mutating func addTaskFunctions() {
        addTime()
        addSpawn()
        addGroups()
        addRepetition()
        add("exit", Self.exit)
    }

    private mutating func addTime() {
        function("now") { (context: ScriptContext) in Double(context.clock.wallMilliseconds) / 1000 }
        asyncFunction("sleep") { (context: ScriptContext, time: LuaSeconds) in
            try await context.clock.sleep(for: time.duration)
        }
    }

    private mutating func addSpawn() {
        add("spawn") { call in
            guard lua_type(call.thread, 1) == LUA_TFUNCTION else {
                throw LuaCall.misread(call.mismatch("a function", 1), argument: 1)
            }
            let machine = call.machine
            let parent = try machine.currentTask()
            let arguments = call.count - 1
            // A function of the host has no line of its own.
            let origin = lua_iscfunction(call.thread, 1) != 0 ? machine.callerPlace(call.thread) : nil
            let task = try machine.makeTask(
                from: call.thread,
                arguments: arguments,
                budget: parent.budget,
                parent: parent
            )
            task.origin = origin
            machine.start(task, arguments: arguments)
            return task.push(to: call)
        }
    }

    private mutating func addGroups() {
        add("all") { call in
            var index: Int32 = 1
            let functions: [LuaFunction] = try call.next(&index)
            let machine = call.machine
            let parent = try machine.currentTask()
            if functions.isEmpty { return 0 }
            return try call.wait {
                let group = try TaskGroupOfLua(functions, [], parent: parent, machine: machine)
                parent.waitsFor = group.tasks
                defer { parent.waitsFor = [] }
                try await group.wait(until: { group.failed != nil || group.ended == functions.count })
                if let failed = group.failed { return try failed.take(to: call) }
                guard call.room(Int32(clamping: functions.count)) else { return 0 }
                for task in group.tasks { try task.takeFirst(to: call) }
                return Int32(clamping: functions.count)
            }
        }
        add("race") { call in
            var index: Int32 = 1
            let functions: [LuaFunction] = try call.next(&index)
            let machine = call.machine
            let parent = try machine.currentTask()
            guard !functions.isEmpty else {
                throw HeraldError(.invalidArgument, "herald.race: nobody runs: the list is empty")
            }
            return try call.wait {
                let group = try TaskGroupOfLua(functions, [], parent: parent, machine: machine)
                try await group.wait(until: { group.first != nil })
                return try group.first?.take(to: call) ?? 0
            }
        }
        add("timeout") { call in
            var index: Int32 = 1
            let time: LuaSeconds = try call.next(&index)
            let function: LuaFunction = try call.next(&index)
            let rest: LuaRest = try call.next(&index)
            let machine = call.machine
            let parent = try machine.currentTask()
            return try call.wait {
                let group = try TaskGroupOfLua([function], rest.values, parent: parent, machine: machine)
                let inTime = try await group.wait(atMost: time.duration, until: { group.first != nil })
                if inTime, let task = group.first { return try task.take(to: call) }
                throw HeraldError(.timeout, "it took longer than \(time.text)")
            }
        }
    }

    private mutating func addRepetition() {
        add("every") { call in
            var index: Int32 = 1
            let time: LuaSeconds = try call.next(&index)
            let function: LuaFunction = try call.next(&index)
            guard time.duration > .zero else {
                throw HeraldError(.invalidArgument, "herald.every: argument 1: expected more than 0 seconds")
            }
            let machine = call.machine
            let parent = try machine.currentTask()
            let origin = machine.callerPlace(call.thread)
            let ticker = LuaClosure("herald.every") { call in
                let machine = call.machine
                let task = try machine.currentTask()
                return try call.wait {
                    try await machine.tick(function, every: time.duration, in: task)
                    return 0
                }
            }
            _ = ticker.push(to: call)
            let task = try machine.makeTask(from: call.thread, arguments: 0, budget: parent.budget, parent: parent)
            task.origin = origin
            machine.start(task, arguments: 0)
            return task.push(to: call)
        }
        add("retry") { call in
            var index: Int32 = 1
            let options: RetryOptions = try call.next(&index)
            let function: LuaFunction = try call.next(&index)
            let machine = call.machine
            let parent = try machine.currentTask()
            return try call.wait {
                try await machine.retry(function, options, in: parent).take(to: call)
            }
        }
    }

    private static let exit: HostFunction.Body = { call in
        var index: Int32 = 1
        let status: Int64
        if call.count > 0, lua_type(call.thread, 1) == LUA_TBOOLEAN {
            status = lua_toboolean(call.thread, 1) != 0 ? 0 : 1
        } else {
            status = try call.next(&index) as Int64? ?? 0
        }
        guard (0...255).contains(status) else {
            throw HeraldError(
                .invalidArgument,
                "herald.exit: argument 1: expected a status from 0 to 255, got \(status)"
            )
        }
        try call.machine.currentTask().budget.end(.exit(Int32(status)))
        return Int32(HERALD_CALL_STOP)
    }
}

/// A time span that a script gives in seconds.
package struct LuaSeconds: LuaReadable, Sendable {
    /// About 31 years: longer waits are mistakes, and far below what `Duration` holds.
    private static let longest = 1e9

    package let duration: Duration
    /// As the script wrote it.
    package let text: String

    package static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> LuaSeconds {
        let place = index
        let seconds = try Double.read(call, &index)
        guard seconds >= 0, seconds <= longest else {
            index = place
            throw HeraldError(.invalidArgument, "expected seconds from 0 to 1e9, got \(LuaCall.shown(seconds))")
        }
        return LuaSeconds(duration: .milliseconds(Int64((seconds * 1000).rounded(.up))), text: "\(seconds) s")
    }
}

/// What `herald.retry` takes.
private struct RetryOptions: LuaOptions {
    static let names = ["times", "delay", "factor", "max_delay"]

    let times: Int
    let delay: Duration
    let factor: Double
    let longest: Duration

    init(_ options: LuaOptionReader) throws(HeraldError) {
        times = try options.optional("times") ?? 3
        delay = try options.optional("delay", as: LuaSeconds.self)?.duration ?? .milliseconds(100)
        factor = try options.optional("factor") ?? 2
        longest = try options.optional("max_delay", as: LuaSeconds.self)?.duration ?? .seconds(30)
        guard times >= 1 else { throw HeraldError(.invalidArgument, "option \"times\": expected at least 1") }
        guard factor >= 1, factor <= 1000 else {
            throw HeraldError(.invalidArgument, "option \"factor\": expected 1 to 1000")
        }
    }
}

extension LuaMachine {
    func currentTask() throws(HeraldError) -> LuaTask {
        guard let current else { throw HeraldError(.invalidState, "tasks can only be used while a script runs") }
        return current
    }

    /// Calls until the function returns `false`; a call that takes longer than the interval skips the ticks it missed.
    nonisolated(nonsending) fileprivate func tick(
        _ function: LuaFunction,
        every interval: Duration,
        in task: LuaTask
    ) async throws {
        let step = max(1, interval.milliseconds)
        var next = context.clock.monotonicMilliseconds + step
        while true {
            let now = context.clock.monotonicMilliseconds
            try await context.clock.sleep(for: .milliseconds(max(0, next - now)))
            let call = try await callNested(function, [], parent: task)
            if try call.firstIsFalse() { return }
            next += step * max(1, (context.clock.monotonicMilliseconds - next) / step + 1)
        }
    }

    /// The first call that does not raise, or what the last one raised.
    nonisolated(nonsending) fileprivate func retry(
        _ function: LuaFunction,
        _ options: RetryOptions,
        in task: LuaTask
    ) async throws -> LuaTask {
        var delay = options.delay
        var attempt = 1
        while true {
            let call = try await callNested(function, [attempt], parent: task)
            guard let failure = call.failure, attempt < options.times, failure.code != .cancelled else { return call }
            try await context.clock.sleep(for: delay)
            delay = min(options.longest, .milliseconds(Int64(Double(delay.milliseconds) * options.factor)))
            attempt += 1
        }
    }
}

extension LuaTask {
    /// Pushes the first result or nil.
    fileprivate func takeFirst(to call: LuaCall) throws {
        let count = try take(to: call)
        if count == 0 {
            lua_pushnil(call.thread)
        } else {
            lua_settop(call.thread, -count)
        }
    }

    /// Whether it returned `false`; throws what it raised.
    fileprivate func firstIsFalse() throws -> Bool {
        guard case .returned(let count) = outcome else {
            _ = try take(to: LuaCall(thread))
            return true
        }
        let first = lua_gettop(thread) - count + 1
        return count > 0 && lua_type(thread, first) == LUA_TBOOLEAN && lua_toboolean(thread, first) == 0
    }
}
