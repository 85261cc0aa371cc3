import Testing

@testable import Values

@Suite("URL gate")
struct URLGateTests {
    static let web: Set<String> = ["http", "https"]

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
            ("https://a_b.example/?x=%C3%BC", "https://a_b.example/?x=%C3%BC", "https://a_b.example", 443, "/"),
            ("http://a.example:/", "http://a.example/", "http://a.example", 80, "/"),
            ("http://a.example:0000081", "http://a.example:81", "http://a.example:81", 81, "/"),
            ("http://a.example:65535/", "http://a.example:65535/", "http://a.example:65535", 65535, "/"),
            ("http://A.example.:1/", "http://a.example.:1/", "http://a.example.:1", 1, "/"),
            ("http://[0:0::FFFF:127.0.0.1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:127.0.0.1]", 80, "/"),
            ("https://a.example/?t=a%0D%0Ab#%0A", "https://a.example/?t=a%0D%0Ab#%0A", "https://a.example", 443, "/"),
            ("https://r3---sn-a.example/", "https://r3---sn-a.example/", "https://r3---sn-a.example", 443, "/"),
            (
                "https://a.example//b/../c;d=1,2", "https://a.example//b/../c;d=1,2", "https://a.example", 443,
                "//b/../c;d=1,2"
            ),
            ("https://a.example?q=/?:@", "https://a.example?q=/?:@", "https://a.example", 443, "/"),
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

    @Test(
        "a host in encoded form is the one in its own letters",
        arguments: [
            ("xn--bcher-kva.example", "bücher.example"), ("XN--BCHER-KVA.Example", "bücher.example"),
            ("www.xn--p1ai", "www.рф"), ("xn--80ak6aa92e.example", "аррӏе.example"),
            ("xn--fa-hia.example", "faß.example"),
            ("bücher.xn--p1ai", "bücher.рф"), ("ｂücher．example", "bücher.example"),
            ("xn--r8jz45g.xn--zckzah.", "例え.テスト."),
        ]
    )
    func encodedHost(host: String, display: String) throws {
        let url = try URLGate.read("https://\(host)/")
        #expect(url.displayHost == display)
        #expect(url.text == "https://\(display)/")
        #expect(url.ascii.utf8.allSatisfy { $0 < 0x80 } && url.ascii.contains("xn--"))
        #expect(try URLGate.read(url.text) == url)
        #expect(try URLGate.read(url.ascii) == url)
    }

    @Test("fullwidth letters are the letters they stand for, for the wire and for people")
    func fullwidth() throws {
        let url = try URLGate.read("https://Ｓｈｏｐ.example/")
        #expect(url.text == "https://shop.example/" && url.ascii == url.text)
        #expect(try URLGate.read("http://１２７.0.0.1/").host == "127.0.0.1")
    }

    @Test("what the grammar has no place for is encoded on the wire")
    func wire() throws {
        let url = try URLGate.read("https://a.example/[ü]?a[]=1#[x]")
        #expect(url.text == "https://a.example/[ü]?a[]=1#[x]")
        #expect(url.ascii == "https://a.example/%5B%C3%BC%5D?a%5B%5D=1#%5Bx%5D")
        #expect(url.requestTarget == "/%5B%C3%BC%5D?a%5B%5D=1")
        #expect(try URLGate.read("https://a.example?ü").requestTarget == "/?%C3%BC")
        #expect(try URLGate.read("http://[::1]:8080/a?b#c").requestTarget == "/a?b")
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
