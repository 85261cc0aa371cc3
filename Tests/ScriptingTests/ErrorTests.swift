import Testing
import Values

@testable import Scripting

@Suite("errors", .serialized)
struct ErrorTests {
    @Test("an error that comes from a task keeps the stack of the task")
    func taskTraceback() async throws {
        let source = """
            local h = require 'herald'
            local function inner() error('deep') end
            local task = h.spawn(function() inner() end)
            h.sleep(0)
            task:join()
            """
        let error = try await failure(source)
        #expect(error.message == "deep")
        #expect(error.place == SourcePlace(file: "test.lua", line: 2))
        #expect(
            error.traceback == """
                stack traceback:
                \t[C]: in function 'error'
                \ttest.lua:2: in upvalue 'inner'
                \ttest.lua:3: in function <test.lua:3>
                \t[C]: in method 'join'
                \ttest.lua:5: in main chunk
                """
        )
    }

    @Test("a Lua error has message, place and traceback")
    func text() async throws {
        let error = try await failure("local function inner()\n  error('boom')\nend\ninner()")
        #expect(error.code == .scriptError)
        #expect(error.message == "boom")
        #expect(error.place == SourcePlace(file: "test.lua", line: 2))
        #expect(error.traceback?.contains("test.lua:4: in main chunk") == true)
    }

    @Test("a host error is a table with all its parts")
    func hostError() async throws {
        let source = """
            local herald = require "herald"
            local ok, e = pcall(function() herald.fail() end)
            return ok, e.code, e.message, e.pointer, e.hint, e.place, e.cause.code, tostring(e), "x" .. e
            """
        let text = "test.lua:2: denied: not today (at /a); ask tomorrow"
        // pcall calls the function itself, so there is no script line between.
        let values = try await run(source)
        #expect(
            values == [
                false, "denied", "not today", "/a", "ask tomorrow", "test.lua:2", "io", .string(text),
                .string("x" + text),
            ]
        )
    }

    @Test("a host error comes back as it was, with the place of the call")
    func roundTrip() async throws {
        let error = try await failure("local h = require 'herald'\n\nh.fail()")
        #expect(error.code == .denied)
        #expect(error.message == "not today")
        #expect(error.pointer == "/a")
        #expect(error.hint == "ask tomorrow")
        #expect(error.cause?.code == .io)
        #expect(error.place == SourcePlace(file: "test.lua", line: 3))
        #expect(error.traceback?.contains("herald.fail") == true)
    }

    @Test(
        "no part of an error is without end",
        arguments: [
            "error(('m'):rep(1e7))",
            "error({ message = ('m'):rep(1e7), hint = ('h'):rep(1e7), pointer = ('p'):rep(1e7) })",
            "local e = { message = ('m'):rep(1e7) } e.cause = e error(e)",
            "error(setmetatable({}, { __tostring = function() return ('m'):rep(1e7) end }))",
        ]
    )
    func long(source: String) async throws {
        var error: HeraldError? = try await failure(source)
        while let part = error {
            for text in [part.message, part.hint ?? "", part.pointer ?? ""] { #expect(text.utf8.count < 9000) }
            #expect(part.message.hasPrefix("mmm"))
            error = part.cause
        }
    }

    @Test("an error after a wait keeps its place")
    func later() async throws {
        let error = try await failure("local h = require 'herald'\n\n\nh.fail_later()")
        #expect(error.code == .network)
        #expect(error.place == SourcePlace(file: "test.lua", line: 4))
        #expect(error.traceback?.contains("herald.fail_later") == true)
    }

    @Test(
        "whatever is raised is reported",
        arguments: [
            ("error('plain', 0)", "plain"),
            ("error({message = 'in a table', code = 'x'})", "in a table"),
            ("error(setmetatable({}, {__tostring = function() return 'text of it' end}))", "text of it"),
            (
                "error(setmetatable({}, {__tostring = function() while true do end end}))",
                "(error object whose __tostring failed: the text of this value takes too long to make)"
            ),
            (
                "error(setmetatable({}, {__tostring = function() error('no') end}))",
                "(error object whose __tostring failed: test.lua:1: no)"
            ),
            (
                "error(setmetatable({}, {__tostring = function() error({}) end}))",
                "(error object whose __tostring failed with a table value)"
            ),
            (
                "error(setmetatable({}, {__tostring = function() return {} end}))",
                "(error object whose __tostring failed: '__tostring' must return a string)"
            ),
            ("error(setmetatable({}, {__tostring = function() return 1 end}))", "1"),
            ("error(nil)", "nil"), ("error(true)", "true"), ("error(12)", "12"),
        ]
    )
    func raised(source: String, message: String) async throws {
        #expect(try await failure(source).message == message)
    }

    @Test("raising a function, a coroutine or an object is reported by its kind")
    func odd() async throws {
        for source in ["error(print)", "error(coroutine.create(print))", "error({})"] {
            let error = try await failure(source)
            #expect(error.code == .scriptError && !error.message.contains("0x"))
        }
    }

    @Test(
        "syntax errors name the line",
        arguments: [("x = = 1", 1), ("\n\nlocal function", 3), ("#!/bin/herald\nreturn return", 2), ("\u{FEFF}x =", 1)]
    )
    func syntax(source: String, line: Int) async throws {
        let error = try await failure(source)
        #expect(error.code == .syntaxError)
        #expect(error.place == SourcePlace(file: "test.lua", line: line))
    }

    @Test("wrong arguments name the function and the argument")
    func arguments() async throws {
        let error = try await failure("require('herald').add(1, 'x')")
        #expect(error.code == .invalidArgument)
        #expect(error.message == "herald.add: argument 2: expected an integer, got a string")
        #expect(
            try await failure("require('herald').add(1)").message.hasSuffix(
                "argument 2: expected an integer, got nothing"
            )
        )
        #expect(
            try await failure("require('herald').add(1, 1.5)").message.hasSuffix("expected an integer, got a number")
        )
    }

    @Test("xpcall's handler sees the traceback of the error")
    func handler() async throws {
        let source = """
            local function bad() error("deep") end
            local ok, text = xpcall(function() bad() end, debug.traceback)
            return ok, text
            """
        let values = try await run(source)
        #expect(values[0] == false)
        #expect(values[1].string?.contains("test.lua:1: deep") == true)
        #expect(values[1].string?.contains("in upvalue 'bad'") == true)
        #expect(try await run("return xpcall(error, function(e) return e .. '!' end, 'a')") == [false, "a!"])
        #expect(try await run("return (xpcall(error, function(e) error('again') end, 'a'))") == [false])
    }
}
