import Glibc
import TestSupport
import Testing

@Suite("Signals to a script")
struct SignalTests {
    @Test("let a waiting script clean up", arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func cleanUp(signal: Int32, status: Int32) async throws {
        let script = try Script(
            """
            local herald = require "herald"
            local guard <close> = setmetatable({}, { __close = function() print "closed" end })
            print "waiting"
            local ok, problem = pcall(herald.sleep, 3600)
            print(ok, problem.code)
            herald.sleep(3600)
            """
        )
        let process = try ChildProcess.start(script.launch())
        #expect(try await process.line() == "waiting")
        process.send(signal: signal)
        let output = try await process.finished()
        #expect(output.status == status)
        #expect(output.out == "waiting\nfalse\tcancelled\nclosed\n")
    }

    @Test("end tasks, a chat and the server in this process")
    func connected() async throws {
        let script = try Script(
            """
            local herald = require "herald"
            local app = herald.connect { user = "ana" }
            local session = app:session { channel = "chat", campaign = app:campaigns()[1] }
            session:start()
            session:receive { timeout = 30 }
            herald.spawn(function() herald.sleep(3600) end)
            app:on("feed_item", function() end)
            print "waiting"
            session:receive { timeout = 3600 }
            session:receive { timeout = 3600 }
            """
        )
        let process = try ChildProcess.start(script.launch(["--campaigns", "\(Files.packageRoot)/scripts/campaigns"]))
        #expect(try await process.line() == "waiting")
        process.send(signal: SIGINT)
        #expect(try await process.finished().status == 130)
    }

    @Test("end a script that computes")
    func computing() async throws {
        let script = try Script("print 'busy' while true do end")
        let process = try ChildProcess.start(script.launch())
        #expect(try await process.line() == "busy")
        process.send(signal: SIGINT)
        #expect(try await process.finished().status == 130)
    }

    @Test("still leave one document with --json")
    func json() async throws {
        let script = try Script("local herald = require 'herald' herald.log.warn('waiting') herald.sleep(3600)")
        let process = try ChildProcess.start(script.launch(["--json"]))
        _ = try await process.errorLine()
        process.send(signal: SIGTERM)
        let output = try await process.finished()
        #expect(output.status == 143)
        let end = #""error":{"code":"cancelled","message":"the task was cancelled","place":"script.lua:1"}}"#
        #expect(output.out == #"{"value":null,"effects":[],\#(end)"# + "\n")
    }
}
