import TestSupport
import Testing
import Values

@testable import Plugins

/// Plugins that live outside this package, built as their authors build them.
enum OutsidePlugins {
    private static let fixtures = "\(Files.packageRoot)/Tests/PluginConformanceTests/Fixtures"
    /// One place for all runs, so that only the first has to build everything.
    private static let workshop = "\(Files.packageRoot)/.build/outside"
    /// A build of PluginKit and what is below it, on a machine that does other things as well.
    private static let buildTimeout: Duration = .seconds(1200)

    /// A folder with the plugin `shout`, in C, built as the guide says.
    static func shout() async throws -> TemporaryDirectory { try await compiled("shout", ["cc", "shout.c"]) }

    /// A folder with the plugin `hum`, in C++.
    static func hum() async throws -> TemporaryDirectory {
        try await compiled("hum", ["c++", "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror", "hum.cpp"])
    }

    private static func compiled(_ name: String, _ compiler: [String]) async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try Files.copy("\(fixtures)/\(name)", to: folder.file(name))
        let include = "\(Files.packageRoot)/Sources/CHeraldPlugin/include"
        try await run(compiler + ["-shared", "-fPIC", "-I", include, "-o", "lib\(name).so"], in: folder.file(name))
        return folder
    }

    /// A folder with the plugin `greet`, in Swift, built by a package of its own.
    static func greet() async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for file in ["plugin.json", "README.md"] {
            try folder.write("greet/\(file)", Files.read("\(fixtures)/greet/\(file)"))
        }
        try folder.write("greet/libplugin-greet.so", try await greeting.value)
        return folder
    }

    /// Built once for all tests of a run: two builds of one package would stand in each other's way.
    private static let greeting = Task { try await buildGreet() }

    private static func buildGreet() async throws -> [UInt8] {
        let package = "\(workshop)/greet"
        try Files.makeDirectories("\(package)/Sources/Greet")
        if !Files.exists("\(workshop)/herald") { try Files.link("\(workshop)/herald", to: Files.packageRoot) }
        for file in ["Package.swift", "Sources/Greet/Greet.swift"] {
            try replace("\(package)/\(file)", with: Files.read("\(fixtures)/greet/\(file)"))
        }
        // Other tests of this process go first: with few cores a build would take the time that they wait for.
        try await run(["nice", "-n", "19", "swift", "build", "--product", "plugin-greet"], in: package)
        return try Files.read("\(package)/.build/debug/libplugin-greet.so")
    }

    static func copyCampaigns(to folder: TemporaryDirectory) throws {
        try Files.copy("\(fixtures)/campaigns", to: folder.file("campaigns"))
        try Files.copy("\(fixtures)/taps.lua", to: folder.file("taps.lua"))
    }

    static func fixture(_ name: String) throws -> String {
        String(decoding: try Files.read("\(fixtures)/\(name)"), as: UTF8.self)
    }

    /// The native plugin in a folder of such plugins.
    static func candidate(in folder: TemporaryDirectory) throws -> Candidate {
        let record = try #require(PluginDiscovery.scan([PluginLocation(folder.path, origin: .flag)]).first)
        return Candidate(
            manifest: try #require(record.manifest),
            library: try #require(record.entryPath),
            provision: try #require(record.provides.first),
            sample: Candidate.sample(record, record.provides[0])
        )
    }

    /// What has not changed keeps its time, or everything would be built anew.
    private static func replace(_ path: String, with bytes: [UInt8]) throws {
        if Files.exists(path), try Files.read(path) == bytes { return }
        try TextFile.write(bytes, to: path, mode: 0o644)
    }

    private static func run(_ words: [String], in directory: String) async throws {
        var launch = ChildProcess.Launch(words)
        launch.environment = ["PATH": Environment.path, "HOME": Environment.home]
        launch.directory = directory
        launch.timeout = buildTimeout
        let output = try await ChildProcess.run(launch)
        try #require(output.status == 0, "\(words.joined(separator: " ")): \(output.out)\(output.error)")
    }
}
