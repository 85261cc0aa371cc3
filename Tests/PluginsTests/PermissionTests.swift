import Testing
import Values

@testable import Plugins

@Suite("Permissions")
struct PermissionTests {
    private static func net(
        _ scheme: String,
        _ host: String,
        _ port: Int? = nil,
        server: Bool = false
    ) -> PermissionSubject {
        .net(scheme: scheme, host: host, port: port, isServer: server)
    }

    @Test(
        "for hosts cover names, ports, origins and what is below a name",
        arguments: [
            ("*", net("http", "x.org"), true), ("api.example.com", net("https", "API.example.com", 443), true),
            ("API.example.com", net("https", "api.example.com", 8443), true),
            ("api.example.com", net("https", "evil-api.example.com"), false),
            ("api.example.com:8443", net("https", "api.example.com", 8443), true),
            ("api.example.com:8443", net("https", "api.example.com", 443), false),
            ("https://api.example.com", net("https", "api.example.com", 443), true),
            ("https://api.example.com", net("http", "api.example.com", 80), false),
            ("https://api.example.com", net("https", "api.example.com", 8443), false),
            ("https://api.example.com:8443/", net("https", "api.example.com", 8443), true),
            ("*.example.com", net("https", "a.example.com"), true),
            ("*.example.com", net("https", "example.com"), false),
            ("*.example.com", net("https", "notexample.com"), false), ("server", net("http", "localhost", 1), false),
            ("server", net("http", "localhost", 1, server: true), true), ("[::1]:80", net("http", "[::1]", 80), true),
            ("[0:0:0:0:0:0:0:1]:80", net("http", "::1", 80), true), ("::1", net("http", "::1", 8080), true),
            ("[::1]:80", net("http", "::1", 81), false), ("example.com", net("https", "example.com."), true),
            ("example.com.:443", net("https", "example.com"), true),
            ("b\u{FC}cher.example", net("https", "xn--bcher-kva.example"), true),
            ("*.B\u{DC}cher.example", net("https", "a.xn--bcher-kva.example."), true),
            ("server", .server, true), ("localhost", .server, false),
        ]
    )
    func hosts(_ allowed: String, _ subject: PermissionSubject, _ covers: Bool) {
        var set = PermissionSet()
        set.allow(.net, allowed)
        #expect(set.covers(subject) == covers)
    }

    @Test(
        "for folders cover what is inside",
        arguments: [
            ("/a", "/a/b", true), ("/a/", "/a", true), ("/a", "/ab", false), ("*", "/x", true), ("/", "/x", true),
        ]
    )
    func folders(_ allowed: String, _ path: String, _ covers: Bool) {
        var set = PermissionSet()
        set.allow(.read, allowed)
        #expect(set.covers(.read(path)) == covers)
        #expect(!set.covers(.write(path)))
    }

    @Test("that nobody asked about are the standard ones")
    func standard() {
        #expect(
            PermissionSet.standard.json == [
                "net": ["server"], "open": ["https"], "clipboard": true, "call": true, "navigate": true,
                "downloads": true,
            ]
        )
    }

    @Test("need the manifest, the grant, and no denial")
    func denial() {
        var asked = PermissionSet()
        asked.allow(.open)
        asked.allow(.env, "HOME")
        var grant = PermissionGrant()
        grant.allowed.allow(.open, "mailto")
        grant.denied.allow(.open, "https")
        let permissions = PluginPermissions(asked: asked, grant: grant, manifestPath: "/p/plugin.json")
        #expect(permissions.allows(.open(scheme: "mailto")))
        #expect(permissions.denial(of: .open(scheme: "https"))?.hint == "a --deny-open flag forbids it")
        #expect(permissions.denial(of: .open(scheme: "tel"))?.hint == "allow it with --allow-open tel")
        #expect(permissions.denial(of: .env("HOME"))?.hint == "allow it with --allow-env HOME")
        #expect(
            permissions.denial(of: .clipboard)?.hint
                == "its \"permissions\" need \"clipboard\": true in /p/plugin.json"
        )
        #expect(
            permissions.denial(of: .env("PATH"))?.hint
                == "its \"permissions\" need \"env\": [\"PATH\"] in /p/plugin.json"
        )
        #expect(permissions.effective.json == ["open": ["mailto"]])
    }
}
