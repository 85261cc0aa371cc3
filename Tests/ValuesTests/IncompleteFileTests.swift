import TestSupport
import Testing

@testable import Values

/// On file systems that know files without a name, and on those that do not.
@Suite("Incomplete files")
struct IncompleteFileTests {
    private func begin(in folder: TemporaryDirectory, nameless: Bool) throws -> IncompleteFile {
        try IncompleteFile(in: RealPath(folder.path), mayBeNameless: nameless)
    }

    private func write(_ text: String, to file: IncompleteFile) throws {
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
    }

    @Test("has its name when it is whole, and never takes another's", arguments: [true, false])
    func keep(nameless: Bool) throws {
        let folder = try TemporaryDirectory()
        try folder.write("a.txt", "old")
        try Files.link(folder.file("a (1).txt"), to: "/etc/passwd")
        let file = try begin(in: folder, nameless: nameless)
        try write("new", to: file)
        #expect(Files.names(in: folder.path).filter { !$0.hasPrefix(".herald-") } == ["a (1).txt", "a.txt"])
        #expect(try file.keep(as: "a.txt") == "a (2).txt")
        #expect(Files.names(in: folder.path) == ["a (1).txt", "a (2).txt", "a.txt"])
        #expect(try Files.read(folder.file("a.txt")) == Array("old".utf8))
        #expect(try Files.read(folder.file("a (2).txt")) == Array("new".utf8))
        #expect(Files.mode(of: folder.file("a (2).txt")).map { $0 & 0o111 } == 0)
        #expect(throws: SystemFault.self) { try write("more", to: file) }
        #expect(throws: SystemFault.self) { try file.keep(as: "b.txt") }
    }

    @Test("is gone when it is given up or forgotten", arguments: [true, false])
    func discard(nameless: Bool) throws {
        let folder = try TemporaryDirectory()
        let file = try begin(in: folder, nameless: nameless)
        try write("half", to: file)
        #expect(Files.names(in: folder.path).isEmpty == nameless)
        file.discard()
        file.discard()
        #expect(Files.names(in: folder.path).isEmpty)
        _ = try begin(in: folder, nameless: nameless)
        #expect(Files.names(in: folder.path).isEmpty)
    }

    @Test("is gone when it cannot have its name", arguments: [true, false])
    func unnamed(nameless: Bool) throws {
        let folder = try TemporaryDirectory()
        let file = try begin(in: folder, nameless: nameless)
        #expect(throws: SystemFault.self) { try file.keep(as: String(repeating: "a", count: 300)) }
        #expect(Files.names(in: folder.path).isEmpty)
    }

    @Test("a folder that is not there, or became a link, is refused", arguments: [true, false])
    func noFolder(nameless: Bool) throws {
        let folder = try TemporaryDirectory()
        let path = try RealPath(folder.file("downloads"))
        #expect(throws: SystemFault.self) { try IncompleteFile(in: path, mayBeNameless: nameless) }
        try Files.link(folder.file("downloads"), to: "/tmp")
        #expect(throws: SystemFault.self) { try IncompleteFile(in: path, mayBeNameless: nameless) }
    }
}
