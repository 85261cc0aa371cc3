import TestSupport
import Testing

@Suite("The contract's headers")
struct HeaderTests {
    private static let folder = "\(Files.packageRoot)/Sources/CHeraldPlugin/include"

    /// Every header that a plugin may include, as it is written there.
    private static let headers =
        ["herald_plugin.h"]
        + Files.names(in: "\(folder)/herald").filter { $0.hasSuffix(".h") }.map { "herald/\($0)" }

    /// A plugin that uses what the headers have: the same text in C and C++.
    private static let plugin = """
        #include "herald_plugin.h"
        static herald_status create(const herald_entry *entry, const herald_host *host, herald_plugin *plugin,
                                    const herald_out *out) {
          (void)entry, (void)plugin, (void)out;
          const char id[] = HERALD_HOST_STORE;
          herald_str name = {id, sizeof id - 1};
          const herald_host_service_v1 *store = (const herald_host_service_v1 *)host->find(host->ctx, name);
          return store && store->request ? HERALD_OK : HERALD_E_UNSUPPORTED;
        }
        static const herald_entry entry = {HERALD_MAGIC, sizeof(herald_entry), HERALD_ABI_MAJOR, HERALD_ABI_MINOR,
                                           "x", "1.0.0", 0, create};
        HERALD_ENTRY(x);
        HERALD_ENTRY(x) { return &entry; }
        """

    @Test(
        "compile without a warning, together and each alone",
        arguments: [("clang", "c11"), ("gcc", "c11"), ("clang++", "c++17"), ("g++", "c++17")]
    )
    func compile(_ compiler: String, _ standard: String) async throws {
        let folder = try TemporaryDirectory()
        let ending = standard == "c11" ? "c" : "cpp"
        var sources = [try folder.write("plugin.\(ending)", Self.plugin)]
        for (number, header) in Self.headers.enumerated() {
            // Twice: a header without a guard would define everything again.
            let text = "#include \"\(header)\"\n#include \"\(header)\"\nextern int used;\n"
            sources.append(try folder.write("header-\(number).\(ending)", text))
        }
        #expect(sources.count > 14)
        let output = try await Self.run([compiler, "-std=\(standard)"] + Self.strict + sources)
        #expect(output.status == 0, "\(output.error)")
    }

    @Test("refuse a compiler that lays structs out in another way", arguments: ["clang", "g++"])
    func layout(_ compiler: String) async throws {
        let folder = try TemporaryDirectory()
        let ending = compiler == "clang" ? "c" : "cpp"
        let source = try folder.write("packed.\(ending)", "#include \"herald_plugin.h\"\n")
        let output = try await Self.run([compiler, "-fpack-struct=1"] + Self.strict + [source])
        #expect(output.status != 0)
        #expect(output.error.contains("the size of herald_out changed"), "\(output.error)")
    }

    @Test("are importable from Swift, alone and with every name")
    func swift() async throws {
        let folder = try TemporaryDirectory()
        let source = try folder.write(
            "plugin.swift",
            """
            import CHeraldPlugin
            let entry = herald_entry(
                magic: HERALD_MAGIC, size: UInt32(MemoryLayout<herald_entry>.size), abi_major: HERALD_ABI_MAJOR,
                abi_minor: HERALD_ABI_MINOR, id: nil, version: nil, payload: nil, create: { _, _, _, _ in herald_status(HERALD_OK) }
            )
            print(HERALD_ACTION, HERALD_CHANNEL, HERALD_HEALTH, HERALD_HOST_TIME, HERALD_HOST_EVENTS, HERALD_HOST_HTTP,
                  HERALD_HOST_SERVER, HERALD_HOST_WEBSOCKET, HERALD_HOST_EFFECTS, HERALD_HOST_STORE,
                  HERALD_HOST_DOWNLOAD, HERALD_HOST_CALLBACKS, HERALD_HOST_PROGRESS)
            """
        )
        let output = try await Self.run([
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-typecheck", "-module-cache-path",
            folder.file("modules"), "-I", Self.folder, source,
        ])
        #expect(output.status == 0, "\(output.error)")
    }

    private static let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", "-I\(folder)"]

    private static func run(_ arguments: [String]) async throws -> ChildProcess.Output {
        var launch = ChildProcess.Launch(arguments)
        launch.environment = ["PATH": Environment.path]
        return try await ChildProcess.run(launch)
    }
}
