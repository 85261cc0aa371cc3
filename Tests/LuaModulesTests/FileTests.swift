import Glibc
import TestSupport
import Testing
import Values

@testable import LuaModules

@Suite("herald.fs")
struct FileTests {
    /// `in` may be read and written, `in/secret` neither, `ro` only read; `out` is not granted.
    private func with<Value: Sendable>(_ body: (ScriptDesk) async throws -> Value) async throws -> Value {
        try await ScriptDesk.with { configuration, folder in
            for name in ["in/secret/key", "in/deep/a.txt", "ro/b.txt", "out/c.txt"] { try folder.write(name, name) }
            try Files.link(folder.file("in/out-file"), to: folder.file("out/c.txt"))
            try Files.link(folder.file("in/out"), to: "../out")
            try Files.link(folder.file("in/up"), to: "..")
            try Files.link(folder.file("in/new-outside"), to: folder.file("out/new"))
            try Files.link(folder.file("in/gone"), to: "nowhere")
            try Files.link(folder.file("in/round"), to: "round")
            try Files.link(folder.file("in/inside"), to: "deep/a.txt")
            try Files.link(folder.file("out/back"), to: "../in/deep")
            try Files.link(folder.file("alias"), to: "in")
            configuration.grant.allow(.read, [folder.file("alias"), folder.file("ro")])
            configuration.grant.allow(.write, [folder.file("in")])
            configuration.grant.deny(.read, [folder.file("in/secret")])
            configuration.grant.deny(.write, [folder.file("in/secret")])
        } _: { desk in
            try await body(desk)
        }
    }

    @Test("bytes come back as they were, whatever they are")
    func exact() async throws {
        try await with { desk in
            let same = try await desk.run(
                """
                local all = {}
                for byte = 0, 255 do all[#all + 1] = string.char(byte) end
                local bytes = table.concat(all):rep(1000)
                fs.write(folder .. "/in/bytes", bytes)
                fs.append(folder .. "/in/bytes", "\\0\\xff")
                fs.write(folder .. "/in/empty", "")
                return fs.read(folder .. "/in/bytes") == bytes .. "\\0\\xff" and fs.read(folder .. "/in/empty") == ""
                """
            )
            #expect(same == true)
            #expect(try Files.read(desk.folder.file("in/bytes")).count == 256_002)
        }
    }

    @Test(
        "what is granted is judged by where a path leads",
        arguments: [
            ("fs.read(folder .. '/in/deep/a.txt')", "in/deep/a.txt"),
            ("fs.read(folder .. '/alias/deep/../deep/./a.txt')", "in/deep/a.txt"),
            ("fs.read(folder .. '/in/inside')", "in/deep/a.txt"),
            ("fs.read(folder .. '/in/up/in/deep/a.txt')", "in/deep/a.txt"),
            ("fs.read(folder .. '/out/back/a.txt')", "in/deep/a.txt"), ("fs.read(folder .. '/ro/b.txt')", "ro/b.txt"),
            ("fs.exists(folder .. '/in/deep')", true), ("fs.exists(folder .. '/in/none')", false),
            ("fs.exists(folder .. '/in/gone')", false), ("fs.exists(folder .. '/in/deep/a.txt/x')", false),
            ("fs.list(folder .. '/in/deep')", ["a.txt"]),
        ] as [(String, JSON)]
    )
    func granted(expression: String, value: JSON) async throws {
        try await with { desk in
            let found = try await desk.run("return \(expression)")
            #expect(found == value)
        }
    }

    @Test(
        "what is not granted is denied, with the flag that would allow it, whether it is there or not",
        arguments: [
            ("fs.read(folder .. '/out/c.txt')", "--allow-read FOLDER/out/c.txt"),
            ("fs.read(folder .. '/out/none')", "--allow-read FOLDER/out/none"),
            ("fs.read(folder .. '/in/out-file')", "--allow-read FOLDER/out/c.txt"),
            ("fs.read(folder .. '/in/out/c.txt')", "--allow-read FOLDER/out/c.txt"),
            ("fs.read(folder .. '/in/new-outside')", "--allow-read FOLDER/out/new"),
            ("fs.read(folder .. '/in/../out/c.txt')", "--allow-read FOLDER/out/c.txt"),
            ("fs.read(folder .. '/in/none/../../out/c.txt')", "--allow-read FOLDER/out/c.txt"),
            ("fs.read(folder .. '/it\\'s here')", "--allow-read 'FOLDER/it'\\''s here'"),
            ("fs.read('/etc/passwd')", "--allow-read /etc/passwd"), ("fs.read('desk.lua')", "/desk.lua"),
            ("fs.read(folder .. '/in-other')", "--allow-read FOLDER/in-other"),
            ("fs.exists(folder .. '/out/c.txt')", "--allow-read FOLDER/out/c.txt"),
            ("fs.list(folder .. '/out')", "--allow-read FOLDER/out"), ("fs.list(folder)", "--allow-read FOLDER"),
            ("fs.write(folder .. '/ro/b.txt', '')", "--allow-write FOLDER/ro/b.txt"),
            ("fs.append(folder .. '/ro/b.txt', '')", "--allow-write FOLDER/ro/b.txt"),
            ("fs.write(folder .. '/in/out-file', '')", "--allow-write FOLDER/out/c.txt"),
            ("fs.write(folder .. '/in/new-outside', '')", "--allow-write FOLDER/out/new"),
            ("fs.append(folder .. '/in/out/new', '')", "--allow-write FOLDER/out/new"),
            ("fs.read(folder .. '/in/secret/key')", "a --deny-read flag forbids it"),
            ("fs.list(folder .. '/in/secret')", "a --deny-read flag forbids it"),
            ("fs.write(folder .. '/in/secret/new', '')", "a --deny-write flag forbids it"),
        ]
    )
    func denied(call: String, hint: String) async throws {
        try await with { desk in
            let error = try #require(await desk.failure(call))
            #expect(error.code == .denied, "\(error)")
            let real = try RealPath(desk.folder.path).text
            let untouched = try Files.read(desk.folder.file("out/c.txt"))
            #expect(error.hint?.hasSuffix(hint.replacing("FOLDER", with: real)) == true, "\(error)")
            #expect(Files.names(in: desk.folder.file("out")) == ["back", "c.txt"])
            #expect(untouched == Array("out/c.txt".utf8))
        }
    }

    @Test(
        "what is no file, or is not there, says so and names the path",
        arguments: [
            ("fs.read(folder .. '/in/none')", "not_found", "no such file"),
            ("fs.read(folder .. '/in/gone')", "not_found", "no such file"),
            ("fs.write(folder .. '/in/none/x', '')", "not_found", "no such file"),
            ("fs.list(folder .. '/in/none')", "not_found", "no such file"),
            ("fs.read(folder .. '/in/deep')", "io", "it is a folder"),
            ("fs.write(folder .. '/in/deep', '')", "io", "it is a folder"),
            ("fs.append(folder .. '/in/deep', '')", "io", "it is a folder"),
            ("fs.list(folder .. '/in/deep/a.txt')", "io", "it is a file, not a folder"),
            ("fs.read(folder .. '/in/deep/a.txt/x')", "io", "not a directory"),
            ("fs.read(folder .. '/in/round')", "io", "too many levels of symbolic links"),
            ("fs.read(folder .. '/in/pipe')", "io", "it is a pipe"),
            ("fs.write(folder .. '/in/pipe', '')", "io", "it is a pipe"),
            ("fs.append(folder .. '/in/pipe', '')", "io", "it is a pipe"),
            ("fs.read(folder .. '/in/socket')", "io", "it is a socket"),
            ("fs.write(folder .. '/in/' .. ('n'):rep(300), '')", "io", "file name too long"),
            ("fs.read(folder .. '/in/huge')", "too_large", "larger than 16 MiB"),
            ("fs.read('')", "invalid_argument", "herald.fs.read: argument 1: expected a path, but it is empty"),
            ("fs.read('a\\0b')", "invalid_argument", "a zero byte"),
            ("fs.read(('a/'):rep(3000))", "invalid_argument", "more than 4095 bytes"),
            ("fs.read('\\xff')", "invalid_argument", "herald.fs.read: argument 1"),
            ("fs.list()", "invalid_argument", "herald.fs.list: argument 1: expected a string, got nothing"),
            ("fs.write(folder .. '/in/x')", "invalid_argument", "herald.fs.write: argument 2: expected a string"),
            ("fs.append(folder .. '/in/x', {})", "invalid_argument", "herald.fs.append: argument 2"),
        ]
    )
    func noFile(call: String, code: String, words: String) async throws {
        try await with { desk in
            // Nobody writes into it: opening it without care would never end.
            #expect(mkfifo(desk.folder.file("in/pipe"), 0o600) == 0)
            #expect(truncate(try desk.folder.write("in/huge", ""), (16 << 20) + 1) == 0)
            #expect(mknod(desk.folder.file("in/socket"), S_IFSOCK | 0o600, 0) == 0)
            let error = try #require(await desk.failure(call))
            #expect(error.code.rawValue == code, "\(error)")
            #expect(error.message.contains(words), "\(error)")
            #expect(error.place?.file == "desk.lua")
        }
    }

    @Test("the largest file that a string holds is read")
    func largest() async throws {
        try await with { desk in
            let path = try desk.folder.write("in/huge", "")
            #expect(truncate(path, 16 << 20) == 0)
            let count = try await desk.run("return #fs.read(folder .. '/in/huge')")
            #expect(count == .int(16 << 20))
        }
    }

    @Test("a device is refused before it is opened")
    func device() async throws {
        try await ScriptDesk.with { configuration, _ in
            configuration.grant.allow(.read, ["/dev"])
        } _: { desk in
            let error = await desk.failure("fs.read('/dev/zero')")
            #expect(error?.message == "cannot read /dev/zero: it is a device")
        }
    }

    @Test("a file keeps its mode, and a new one has the usual one; nothing is left beside it")
    func mode() async throws {
        try await with { desk in
            try desk.folder.write("in/own", Array("x".utf8), mode: 0o600)
            try desk.folder.write("in/tool", Array("x".utf8), mode: 0o751)
            _ = try await desk.run(
                "for _, name in ipairs { 'own', 'tool', 'new' } do fs.write(folder .. '/in/' .. name, name) end"
            )
            let mask = umask(0)
            umask(mask)
            #expect(Files.mode(of: desk.folder.file("in/own")) == 0o600)
            #expect(Files.mode(of: desk.folder.file("in/tool")) == 0o751)
            #expect(Files.mode(of: desk.folder.file("in/new")) == 0o666 & ~mask)
            #expect(!Files.names(in: desk.folder.file("in")).contains { $0.hasPrefix(".herald") })
        }
    }

    @Test("a reader sees an old file or a new one, never half of one")
    func atomic() async throws {
        try await with { desk in
            let torn = try await desk.run(
                """
                local path = folder .. "/in/turn"
                local old, new = ("o"):rep(300000), ("n"):rep(300000)
                fs.write(path, old)
                local torn = 0
                local writer = herald.spawn(function() for i = 1, 50 do fs.write(path, i % 2 == 0 and old or new) end end)
                for i = 1, 50 do local text = fs.read(path) if text ~= old and text ~= new then torn = torn + 1 end end
                writer:join()
                return torn
                """
            )
            #expect(torn == 0)
        }
    }

    @Test("a full disk is an error that says so, and the old file stays")
    func fullDisk() async throws {
        try await ScriptDesk.with { configuration, _ in
            configuration.grant.allow(.write, ["/dev/full", "/dev"])
        } _: { desk in
            // The device that is always full, as a file would be judged: the loop that writes says what the system says.
            let full = open("/dev/full", O_WRONLY)
            defer { close(full) }
            let fault = #expect(throws: SystemFault.self) { try TextFile.writeAll([1], to: full) }
            #expect(fault?.text == "no space left on device")
            let error = await desk.failure("fs.write('/dev/full', 'x')")
            #expect(error?.message == "cannot write /dev/full: it is a device")
        }
    }

    @Test("links that change place while paths are opened lead nowhere")
    func race() async throws {
        try await with { desk in
            let (folder, path) = (desk.folder, desk.folder.file("in/swap"))
            let isOver = Lock(false)
            try Files.makeDirectories(folder.file("in/good"))
            try folder.write("in/good/c.txt", "good")
            try folder.write("out/c.txt", "bad")
            let swapper = Task.detached {
                while !isOver.withLock({ $0 }) {
                    for target in ["good", "../out"] {
                        unlink(path + ".new")
                        symlink(target, path + ".new")
                        rename(path + ".new", path)
                    }
                    await Task.yield()
                }
            }
            let counts = try await desk.run(
                """
                local seen = { good = 0, bad = 0, denied = 0, other = 0 }
                for i = 1, 400 do
                    local ok, result = pcall(fs.read, folder .. "/in/swap/c.txt")
                    local key = ok and result or result.code
                    seen[seen[key] and key or "other"] = seen[seen[key] and key or "other"] + 1
                    pcall(fs.write, folder .. "/in/swap/w.txt", "written")
                end
                return seen
                """
            )
            isOver.withLock { $0 = true }
            await swapper.value
            #expect(counts["bad"] == 0)
            #expect(!Files.exists(folder.file("out/w.txt")))
        }
    }

    @Test("what was judged is opened without following links: a folder that became a link is refused")
    func swappedFolder() async throws {
        try await with { desk in
            let judged = try RealPath(desk.folder.file("in/deep/a.txt"))
            Files.remove(desk.folder.file("in/deep"))
            try Files.link(desk.folder.file("in/deep"), to: "../out")
            try desk.folder.write("out/a.txt", "secret")
            let work = FileWork(path: judged, shown: "a.txt")
            for attempt in [{ _ = try work.read() }, { try work.write([1]) }, { try work.append([1]) }] {
                let error = #expect(throws: HeraldError.self) { try attempt() }
                #expect(error?.code == .io)
            }
            #expect(try Files.read(desk.folder.file("out/a.txt")) == Array("secret".utf8))
        }
    }

    @Test("thousands of tasks that write take their turns, and a cancelled one gives way")
    func many() async throws {
        try await with { desk in
            let left = try await desk.run(
                """
                local text = ("x"):rep(1 << 20)
                local tasks = {}
                for i = 1, 2000 do tasks[i] = herald.spawn(function() fs.write(folder .. "/in/many", text) end) end
                for i = 1, 1990 do tasks[i]:cancel() end
                for i = 1, 2000 do pcall(tasks[i].join, tasks[i]) end
                return #fs.read(folder .. "/in/many")
                """
            )
            #expect(left == .int(1 << 20))
        }
    }

    @Test("nothing is granted by default, and relative grants are of the current folder")
    func defaults() async throws {
        let path = FileTests.currentFolder
        try await ScriptDesk.with { desk in
            #expect(await desk.failure("fs.read('Package.swift')")?.code == .denied)
            #expect(await desk.failure("fs.write(folder .. '/x', '')")?.code == .denied)
        }
        try await ScriptDesk.with { configuration, _ in
            configuration.grant.allow(.read, ["."])
        } _: { desk in
            #expect(await desk.failure("fs.read('none-such')")?.code == .notFound)
            #expect(await desk.failure("fs.read('\(path)/none-such')")?.code == .notFound)
            #expect(await desk.failure("fs.read('../none-such')")?.code == .denied)
        }
    }

    private static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
