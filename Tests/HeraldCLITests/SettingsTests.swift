import Glibc
import Herald
import TestSupport
import Testing
import Values

@testable import HeraldCLI

struct SettingsTests {
    private static func settings(_ words: [String], _ environment: [String: String] = [:]) throws -> Settings {
        try Settings(CommandLineParser.parse(words, environment: environment), environment)
    }

    @Test(
        arguments: [
            (["run", "a", "--log-level", "wraning"], [:], "--log-level", "did you mean \"warning\"?"),
            (["run", "a"], ["HERALD_LOG_LEVEL": "loud"], "HERALD_LOG_LEVEL", "known"),
            (["run", "a", "--effects", "none"], [:], "--effects", "real or record"),
            (["run", "a"], ["HERALD_EFFECTS": "none"], "HERALD_EFFECTS", "real or record"),
            (["run", "a", "--effects", "real"], [:], "--effects real", "xdg-utils"),
            (["run", "a", "--api-key", "k"], [:], "--api-key needs --server", "name the server"),
            (["run", "a", "--token", "k"], [:], "--token needs --server", "name the server"),
            (["run", "a", "--admin-key", "k"], [:], "--admin-key needs --server", "name the server"),
            (["run", "a"], ["HERALD_ADMIN_KEY": "k"], "HERALD_ADMIN_KEY needs --server", "name the server"),
        ] as [([String], [String: String], String, String)]
    )
    func aFlagThatCannotBeUsedIsRefused(words: [String], variables: [String: String], message: String, hint: String) {
        let error = #expect(throws: HeraldError.self) {
            _ = try Self.settings(words, variables).runtimeConfiguration(campaigns: nil)
        }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(error?.hint?.contains(hint) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("--timeout", "soon", "--timeout: \"soon\" is no duration"), ("--timeout", "5", "--timeout: \"5\""),
        ("--memory", "much", "--memory: \"much\" is no size"), ("--memory", "64MB", "--memory: \"64MB\""),
        ("--instructions", "0", "--instructions: \"0\""),
        ("--instructions", "many", "--instructions: \"many\" is no whole"),
    ])
    func aQuantityIsJudgedAsUsage(flag: String, text: String, message: String) throws {
        let settings = try Self.settings(["run", "a", flag, text])
        let error = #expect(throws: HeraldError.self) {
            _ = try settings.value(CommandTable.timeout, Quantity.duration)
            _ = try settings.value(CommandTable.memory, Quantity.bytes)
            _ = try settings.value(CommandTable.instructions, Quantity.count)
        }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(message) == true)
        #expect(error?.hint?.isEmpty == false)
    }

    @Test func quantitiesAreRead() throws {
        let settings = try Self.settings(["run", "a", "--timeout", "1.5m", "--memory", "64MiB"])
        #expect(try settings.value(CommandTable.timeout, Quantity.duration) == .seconds(90))
        #expect(try settings.value(CommandTable.memory, Quantity.bytes) == 64 << 20)
    }

    @Test func permissionsComeFromTheirFlags() throws {
        let settings = try Self.settings(
            ["run", "a", "--allow-net", "a", "--allow-net", "b:1", "--deny-net", "c", "--allow-open", "tel"],
            ["HERALD_DENY_OPEN": "mailto,https", "HERALD_ALLOW_ENV": "HOME"]
        )
        let permissions = settings.permissions
        #expect(permissions.allowNet == ["a", "b:1"])
        #expect(permissions.denyNet == ["c"])
        #expect(permissions.allowOpen == ["tel"])
        #expect(permissions.denyOpen == ["mailto", "https"])
        #expect(permissions.allowEnvironment == ["HOME"])
    }

    @Test func foldersComeFromTheirFlags() throws {
        let permissions = try Self.settings(
            ["run", "a", "--allow-read", "/tmp", "--allow-read", "/etc/hostname", "--deny-write", "/tmp/x"],
            ["HERALD_ALLOW_WRITE": "/tmp,/var", "HERALD_DENY_READ": "/tmp/none", "HERALD_DENY_ENV": "A,B"]
        ).permissions
        #expect(permissions.allowRead == ["/tmp", "/etc/hostname"])
        #expect(permissions.denyRead == ["/tmp/none"])
        #expect(permissions.allowWrite == ["/tmp", "/var"])
        #expect(permissions.denyWrite == ["/tmp/x"])
        #expect(permissions.denyEnvironment == ["A", "B"])
    }

    @Test(arguments: ["--allow-read", "--allow-write"])
    func aGrantNamesAFolderThatIsThere(flag: String) throws {
        let error = #expect(throws: HeraldError.self) { _ = try Self.settings(["run", "a", flag, "/none/such"]) }
        #expect(error?.code == .usage)
        #expect(error?.message == "\(flag) \"/none/such\": there is no such file or folder")
    }

    @Test func aFileThatIsToBeMadeMayBeGranted() throws {
        let path = "/tmp/herald-none-\(UInt64.random(in: 0 ... .max))"
        #expect(try Self.settings(["run", "a", "--allow-write", path]).permissions.allowWrite == [path])
        #expect(throws: HeraldError.self) { _ = try Self.settings(["run", "a", "--allow-read", path]) }
        #expect(throws: HeraldError.self) { _ = try Self.settings(["run", "a", "--allow-write", path + "/"]) }
    }

    @Test func whereStateIsKeptIsTheScriptsToo() throws {
        for (words, environment, folder) in [
            (["run", "a", "--state-dir", "/s"], ["HOME": "/h"], "/s"),
            (["run", "a"], ["HOME": "/h"], "/h/.local/state/herald"),
            (["run", "a"], ["HOME": "/h", "XDG_STATE_HOME": "/x"], "/x/herald"), (["run", "a"], [:], nil),
        ] as [([String], [String: String], String?)] {
            let settings = try Self.settings(words, environment)
            #expect(try settings.runtimeConfiguration(campaigns: nil).stateDirectory == folder)
        }
    }

    @Test(arguments: ["127.1", "127.0.0.1:", "a b", "a/b", "http://", "a:70000", "0x7f000001", "*."])
    func whatNoURLCanNameIsNoHost(host: String) throws {
        let error = #expect(throws: HeraldError.self) { try Self.settings(["run", "a", "--allow-net", host]) }
        #expect(error?.code == .usage && error?.message.contains("that is no host") == true)
    }

    @Test(arguments: [
        "*", "*.example.com", "a_b", "example.com:8080", "http://127.0.0.1:1", "[::1]:80", "bücher.example",
    ])
    func hostsOfEverySpelling(host: String) throws {
        #expect(try Self.settings(["run", "a", "--allow-net", host]).permissions.allowNet == [host])
    }

    @Test(arguments: ["javascript", "FILE", "data", "1tel", "mail to", "tel:", ""])
    func whatNoGrantOpensIsRefusedAsOne(scheme: String) throws {
        let error = #expect(throws: HeraldError.self) { try Self.settings(["run", "a", "--allow-open", scheme]) }
        #expect(error?.code == .usage && error?.message.contains("--allow-open") == true)
        if URLGate.isScheme(scheme) { _ = try Self.settings(["run", "a", "--deny-open", scheme]) }
    }

    @Test(arguments: ["run", "action"])
    func whatRunsPluginsTakesEveryPermission(verb: String) throws {
        let flags = ["--allow-net", "--deny-net", "--allow-open", "--deny-open", "--allow-env", "--deny-env"]
        let permissions = try Self.settings([verb, "{}"] + flags.flatMap { [$0, "x"] }).permissions
        #expect(permissions.allowEnvironment == ["x"])
        let lists = [permissions.allowNet, permissions.denyNet, permissions.allowOpen, permissions.denyOpen]
        #expect(lists.allSatisfy { $0 == ["x"] })
    }

    @Test(
        arguments: [
            (":", nil), ("127.0.0.1", nil), ("127.0.0.1:x", nil), ("127.0.0.1:70000", nil),
            (":8080", "127.0.0.1:8080"), ("0.0.0.0:0", "0.0.0.0:0"), ("[::1]:80", "[::1]:80"),
        ] as [(String, String?)]
    )
    func whereToListen(text: String, expected: String?) throws {
        let settings = try Self.settings(["serve", "--listen", text])
        guard let expected else {
            let error = #expect(throws: HeraldError.self) { try settings.listenAddress() }
            #expect(error?.code == .usage)
            #expect(error?.hint?.contains("127.0.0.1:8787") == true)
            return
        }
        let (host, port) = try settings.listenAddress()
        #expect("\(host):\(port)" == expected)
    }
}

struct LocalKeysTests {
    @Test(
        arguments: [
            ("http://127.0.0.1:8787", "/s/servers/127.0.0.1-8787.json"),
            ("http://127.0.0.1:8787/", "/s/servers/127.0.0.1-8787.json"),
            ("http://localhost:8787", "/s/servers/127.0.0.1-8787.json"),
            ("HTTP://127.0.0.1:8787/", "/s/servers/127.0.0.1-8787.json"),
            ("Http://LocalHost:08787", "/s/servers/127.0.0.1-8787.json"),
            ("http://127.0.0.1", "/s/servers/127.0.0.1-80.json"), ("https://127.0.0.1:8787", nil),
            ("http://127.0.0.1::80", nil), ("http://127.0.0.1:70000", nil), ("http://user@127.0.0.1:80", nil),
            ("http://127.0.0.1:80@evil.example", nil), ("http://127.0.0.1:80#x", nil),
            ("http://127.0.0.1.evil.example:80", nil),
            ("http://127.0.0.2:80", "/s/servers/127.0.0.2-80.json"),
            ("http://[::1]:80", "/s/servers/ip6-loopback-80.json"),
            ("http://0.0.0.0:80", "/s/servers/127.0.0.1-80.json"), ("http://1.2.3.999:80", nil),
            ("http://1.2.3:80", nil),
            ("http://example.com:80", nil), ("", nil),
        ] as [(String, String?)]
    )
    func onlyAddressesHaveAFile(url: String, path: String?) {
        #expect(LocalKeys.file(for: url, in: "/s") == path)
    }

    @Test(
        arguments: [
            (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/herald"),
            (["XDG_STATE_HOME": "x", "HOME": "/h"], "/h/.local/state/herald"),
            (["HOME": "/h"], "/h/.local/state/herald"), (["HOME": ""], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func theFolder(environment: [String: String], path: String?) {
        #expect(LocalKeys.defaultDirectory(environment) == path)
    }

    @Test func keysComeBackAndAreTheOwnersAlone() throws {
        let folder = try TemporaryDirectory()
        let keys = LocalKeys(embedKey: "hek_1", adminKey: "hak_1")
        let url = "http://127.0.0.1:8787"
        #expect(try LocalKeys.read(for: url, in: folder.path) == nil)
        let path = try #require(try keys.write(for: url, in: folder.path + "/new"))
        #expect(try LocalKeys.read(for: url, in: folder.path + "/new") == keys)
        #expect(try LocalKeys.read(for: "http://127.0.0.1:8788", in: folder.path + "/new") == nil)
        for (path, mode) in [(path, 0o600), (folder.path + "/new/servers", 0o700)] as [(String, mode_t)] {
            var info = stat()
            #expect(stat(path, &info) == 0)
            #expect(info.st_mode & 0o777 == mode)
        }
        // Written over a file that others could read, they stay the owner's.
        chmod(path, 0o644)
        _ = try keys.write(for: url, in: folder.path + "/new")
        var info = stat()
        #expect(stat(path, &info) == 0)
        #expect(info.st_mode & 0o777 == 0o600)
        #expect(try keys.write(for: "http://example.com:80", in: folder.path) == nil)
    }

    @Test(arguments: ["", "{", "{}", "{\"embedKey\": 1, \"adminKey\": \"a\"}", "[]"])
    func damagedKeysSayWhatToDo(text: String) throws {
        let folder = try TemporaryDirectory()
        let url = "http://127.0.0.1:8787"
        let path = try #require(try LocalKeys(embedKey: "a", adminKey: "b").write(for: url, in: folder.path))
        try TextFile.write(Array(text.utf8), to: path, mode: 0o600)
        let error = #expect(throws: HeraldError.self) { try LocalKeys.read(for: url, in: folder.path) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(path) == true)
        #expect(error?.hint?.contains("remove the file") == true)
    }

    @Test func aRunFindsTheKeysOfAServerOnThisMachine() throws {
        let folder = try TemporaryDirectory()
        let url = "http://127.0.0.1:8787"
        _ = try LocalKeys(embedKey: "hek_1", adminKey: "hak_1").write(for: url, in: folder.path)
        func server(_ words: [String]) throws -> Runtime.Server {
            let words = ["run", "a", "--state-dir", folder.path] + words
            let settings = try Settings(CommandLineParser.parse(words, environment: [:]), [:])
            return try settings.runtimeConfiguration(campaigns: nil).server
        }
        #expect(try server(["--server", url]) == .remote(url, apiKey: "hek_1", adminKey: "hak_1"))
        #expect(try server(["--server", url, "--api-key", "x"]) == .remote(url, apiKey: "x", adminKey: "hak_1"))
        #expect(try server(["--server", "http://example.com"]) == .remote("http://example.com", apiKey: nil))
        #expect(try server([]) == .embedded(campaigns: nil))
    }
}

struct EnvironmentTests {
    @Test func variablesOfTheProcessAreSeen() {
        setenv("HERALD_TEST_VARIABLE", "a=b", 1)
        #expect(HeraldCLI.Environment.variables["HERALD_TEST_VARIABLE"] == "a=b")
        unsetenv("HERALD_TEST_VARIABLE")
        #expect(HeraldCLI.Environment.variables["HERALD_TEST_VARIABLE"] == nil)
    }

    @Test(arguments: [[:], ["DISPLAY": ":0"], ["DISPLAY": ":0", "PATH": "/nowhere"], ["PATH": "/usr/bin"]])
    func withoutADesktopEffectsAreRecorded(environment: [String: String]) {
        #expect(DesktopEnvironment(environment) == nil)
    }
}
