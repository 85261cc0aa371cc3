import Testing

@testable import Values

@Suite("URL gate")
struct URLGateTests {
    static let web: Set<String> = ["http", "https"]

    @Test(
        "refuses with bad_url",
        arguments: [
            "", " ", "jav\tascript:alert(1)", "\u{1}javascript:alert(1)", " JaVaScRiPt:alert(1)", "javascript:alert(1)",
            "JAVASCRIPT://example.com/%0aalert(1)", "https:www.google.com", "https:/www.google.com", "Ittp://]0#::[@",
            "https://trusted.example@evil.example/", "https://a:b@c.example/", "http://2130706433/", "http://0x7f.1/",
            "http://127.1/", "http://0177.0.0.1/", "http://1.2.3.4./", "http://256.1.1.1/", "https://", "https:///a",
            "https://?q", "https://#f", "https://:443/", "https://a.example:65536/", "https://a.example:0/",
            "https://a.example:8o/", "https://a.example:-1/", "https://a.example\\@b.example/", "https://a.example/\\b",
            "https://a%2eexample/", "https://xn--80ak6aa92e.example/", "https://A.XN--p1ai/", "https://a.example/ b",
            "https://a.example/ ", "https://a.example/\u{202E}gpj.exe", "https://a.example/\u{2066}",
            "https://a.example/{{id}}", "https://{{host}}/", "https://a.example/a\r\nb", "https://a.example/\u{7F}",
            "https://a.example/\u{85}", "https://a..example/", "https://.example/", "https://a b/", "https://[::1",
            "https://[::1%25eth0]/", "https://[1.2.3.4]/", "https://[]/", "https://[", "https://]/", "://a.example",
            "a.example", "/path", "1http://a.example", "ht!tp://a.example", "https://a.example/%",
            "https://a.example/%2",
            "https://a.example/%zz", "https://a.example/<b>", "https://exa$mple.com/", "https://℀.example/",
            "data:text/html,x", "file:///etc/passwd", "blob:https://a.example/1", "intent://x#Intent;end", "mailto:",
            "https://a.example/\u{200B}", "https://a\u{AD}b.example/",
        ]
    )
    func refusal(text: String) {
        let schemes = URLGateTests.web.union(["javascript", "ittp", "data", "file", "blob", "intent", "mailto"])
        #expect { try URLGate.check(text, schemes: schemes) } throws: { ($0 as? HeraldError)?.code == .badURL }
    }

    @Test("a scheme without grant is denied and the flag is named")
    func denial() {
        #expect {
            try URLGate.check("mailto:ana@example.com", schemes: ["https"])
        } throws: { error in
            let error = error as? HeraldError
            return error?.code == .denied && error?.hint == "--allow-open mailto"
        }
    }

    @Test(
        "keeps a good URL",
        arguments: [
            (
                "HTTPS://Shop.Example.COM/A?b=c#d", "https://shop.example.com/A?b=c#d", "https://shop.example.com", 443,
                "/A"
            ),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "http://127.0.0.1:8080", 8080, "/"),
            ("https://a.example:443/x", "https://a.example:443/x", "https://a.example", 443, "/x"),
            ("http://[::1]:90/", "http://[::1]:90/", "http://[::1]:90", 90, "/"),
            (
                "https://a_b.example/?a[]=1&x=%C3%BC", "https://a_b.example/?a[]=1&x=%C3%BC", "https://a_b.example",
                443, "/"
            ),
            ("https://a.example/a@b:c", "https://a.example/a@b:c", "https://a.example", 443, "/a@b:c"),
        ]
    )
    func acceptance(text: String, canonical: String, origin: String, port: Int, path: String) throws {
        let url = try URLGate.check(text, schemes: URLGateTests.web)
        #expect(url.text == canonical)
        #expect(url.ascii == canonical)
        #expect(url.origin == origin)
        #expect(url.port == port)
        #expect(url.path == path)
        #expect(try URLGate.read(url.text) == url)
    }

    @Test("an international host is held in both forms")
    func international() throws {
        let url = try URLGate.read("https://BÜCHER.example/straße?ü")
        #expect(url.host == "xn--bcher-kva.example")
        #expect(url.displayHost == "bücher.example")
        #expect(url.text == "https://bücher.example/straße?ü")
        #expect(url.ascii == "https://xn--bcher-kva.example/stra%C3%9Fe?%C3%BC")
        #expect(url.origin == "https://xn--bcher-kva.example")
        #expect(try URLGate.read(url.text) == url)
        #expect(try URLGate.read("https://faß.example").host == "xn--fa-hia.example")
        #expect(try URLGate.read("https://例え。テスト/").host == "xn--r8jz45g.xn--zckzah")
    }

    @Test("fullwidth letters cannot hide an address")
    func hiddenAddress() {
        #expect(throws: HeraldError.self) { try URLGate.read("http://２１３０７０６４３３/") }
    }

    @Test("other schemes need no host")
    func opaque() throws {
        let mail = try URLGate.check("mailto:ana@example.com?subject=Hi", schemes: ["mailto"])
        #expect(mail.host.isEmpty && mail.port == nil && mail.origin.isEmpty)
        #expect(mail.path == "ana@example.com" && mail.query == "subject=Hi")
        #expect(try URLGate.read("shop-app:///cart").path == "/cart")
        #expect(try URLGate.read("shop-app://open_cart/1").host == "open_cart")
    }

    @Test("never traps on bytes in any order")
    func fuzz() {
        var state: UInt64 = 88_172_645_463_325_252
        let alphabet = Array("htps:/?#[]@%.-0aZ {}\\\u{202E}é\u{301}１x0n㏂。:").map(String.init)
        for _ in 0..<4000 {
            var text = "https://"
            for _ in 0..<12 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                text += alphabet[Int(state % UInt64(alphabet.count))]
            }
            if let url = try? URLGate.read(text) {
                #expect((try? URLGate.read(url.text)) == url, "\(text)")
            }
            _ = try? URLGate.read(String(text.dropFirst(8)))
        }
    }
}
