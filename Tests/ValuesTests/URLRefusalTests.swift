import Testing
import Values

/// What the gate refuses, and under which name.
@Suite("URL refusals")
struct URLRefusalTests {
    typealias Case = (reason: URLRefusal, texts: [String])

    static let cases: [Case] = [
        (.empty, ["", "mailto:", "tel:"]),
        (.tooLong, ["https://a.example/" + String(repeating: "a", count: 32 << 10)]),
        (
            .unresolvedVariable,
            [
                "{{link}}", "https://a.example/{{id}}", "https://{{host}}/", "https://a.example/{{ first name }}",
                "https://a.example/?q=%7B%7Bid%7D%7D", "https://a.example/%7b{id}}",
            ]
        ),
        (
            .controlCharacter,
            [
                "jav\tascript:alert(1)", "\u{1}javascript:alert(1)", "https://a.example/a\r\nb", "https://a.exa\nmple/",
                "\thttps://a.example/", "https://a.example/\u{0}", "https://a.example/\u{7F}",
                "https://a.example/\u{85}",
                "https://a.example/\n", "https\n://a.example/", "https://a.example/\u{9B}31m",
            ]
        ),
        (
            .encodedControlCharacter,
            [
                "https://a.example/%0d%0aSet-Cookie:x", "https://a.example/a%00.png", "https://a.example/?q=%00",
                "https://a.example/#%00", "https://a.example/%7f", "https://a.example/%C2%80",
                "https://a.example/x%c2%9Fy", "https://a.example/%1B[31m",
                "mailto:ana@example.com%0Abcc:eve@example.com",
            ]
        ),
        (.leadingBlank, [" ", " JaVaScRiPt:alert(1)", " https://a.example/", "\u{A0}https://a.example/"]),
        (
            .blank,
            [
                "https://a.example/ b", "https://a.example/ ", "https://a b/", "https://a.example/a HTTP/1.1",
                "https://a.example/\u{A0}", "https://a.example/\u{3000}b", "https://a.example/\u{2028}",
                "https ://a.example/",
            ]
        ),
        (
            .backslash,
            ["https://a.example\\@b.example/", "https://a.example/\\b", "https:\\\\a.example", "\\\\a.example\\share"]
        ),
        (
            .bidirectionalControl,
            [
                "https://a.example/\u{202E}gpj.exe", "https://a.example/\u{2066}", "https://a.\u{200F}example/",
                "https://a.example/\u{61C}",
            ]
        ),
        (
            .invisibleCharacter,
            [
                "https://a.example/\u{200B}", "https://a\u{AD}b.example/", "\u{FEFF}https://a.example/",
                "https://a.example/\u{3164}", "https://a.example/\u{E0041}", "https://a.example/\u{FFFD}",
                "https://a.example/\u{180E}",
            ]
        ),
        (.noncharacter, [0xFFFE, 0xFDD0, 0x1FFFF].compactMap(Unicode.Scalar.init).map { "https://a.example/\($0)" }),
        (
            .unencodedCharacter,
            [
                "https://a.example/<b>", "https://a.example/\"", "https://a.example/`x`", "https://a.example/{id}",
                "https://a.example/a|b", "https://a.example/^",
            ]
        ),
        (
            .badEscape,
            ["https://a.example/%", "https://a.example/%2", "https://a.example/%zz", "https://a.example/?a=%g1"]
        ),
        (.badFragment, ["https://a.example/#a#b"]),
        (
            .badScheme,
            [
                "a.example", "/path", "://a.example", "1http://a.example", "ht!tp://a.example", "//a.example/",
                "hťtp://a.example/", "?q", "#f",
            ]
        ),
        (
            .forbiddenScheme,
            [
                "javascript:alert(1)", "JAVASCRIPT://example.com/%0aalert(1)", "vbscript:x", "data:text/html,x",
                "file:///etc/passwd", "FILE://a.example/", "blob:https://a.example/1", "intent://x#Intent;end",
                "view-source:https://a.example/", "about:blank", "jar:https://a.example/x!/y",
            ]
        ),
        (
            .missingSlashes,
            [
                "https:www.google.com", "https:/www.google.com", "https:", "https:a", "HTTPS:/a", "wss:a.example",
                "ftp:a.example", "http:?//a.example",
            ]
        ),
        (
            .missingHost,
            ["https://", "https:///a", "https://?q", "https://#f", "https://:443/", "https:////a.example/"]
        ),
        (
            .userinfo,
            [
                "https://trusted.example@evil.example/", "https://a:b@c.example/", "https://@a.example/",
                "https://a.example:443@evil.example/", "https://a%40b@c.example/", "http://[::1]@evil.example/",
            ]
        ),
        (
            .percentInHost,
            ["https://a%2eexample/", "https://a.example%/", "https://%61.example/", "https://a%00.example/"]
        ),
        (
            .badPunycode,
            [
                "https://xn--/", "https://xn--a.example/", "https://xn--a-.example/", "https://xn--ls8h.example/",
                "https://xn--bcher-KVA-.example/", "https://xn--example-.example/",
            ]
        ),
        (
            .unusualAddress,
            [
                "http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://0177.0.0.1/", "http://1.2.3.4./",
                "http://256.1.1.1/", "http://0x7f000001/", "http://1.2.3/", "http://1.2.3.4.5/", "http://0/",
                "http://127.0.0.01/", "http://127.0.0.0x1/", "http://a.1/", "http://a.0x/", "http://２１３０７０６４３３/",
                "http://１２７.1/", "http://017700000001/", "http://99999999999999999999/",
            ]
        ),
        (
            .badIPv6,
            [
                "https://[::1", "https://[1.2.3.4]/", "https://[]/", "https://[", "https://[::1]x/", "https://[::g]/",
                "https://[v1.a]/", "https://[1:2:3:4:5:6:7:8:9]/", "https://[:::1]/", "https://[::1]]/",
                "https://[::127.1]/",
            ]
        ),
        (.zone, ["https://[::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[fe80::1%251]:80/"]),
        (
            .badHost,
            [
                "Ittp://]0#::[@", "https://a..example/", "https://.example/", "https://]/", "https://exa$mple.com/",
                "https://℀.example/", "https://-a.example/", "https://a-.example/", "https://a.example../",
                "https://./",
                "https://" + String(repeating: "a", count: 64) + ".example/",
                "https://" + Array(repeating: String(repeating: "a", count: 49), count: 6).joined(separator: ".") + "/",
                "https://" + String(repeating: "ü", count: 64) + ".example/", "https://a,b.example/",
                "https://trusted.example／evil.example/", "https://trusted.example∕evil.example/",
                "https://trusted.example？evil.example/", "https://trusted.example＠evil.example/", "https://a*.example/",
                "https://e\u{301}\u{301}\u{338}=.example/", "https://\u{301}a.example/", "https://a.example:443:1/",
                "https://::1/", "https://💩.example/", "https://ｘｎ－－a.example/", "https://a=ü.example/",
                "https://ü_.example:/",
            ]
        ),
        (
            .badPort,
            [
                "https://a.example:65536/", "https://a.example:0/", "https://a.example:8o/", "https://a.example:-1/",
                "https://a.example:+80/", "https://a.example:00/",
                "https://[::1]:65536/", "https://a.example:99999999999999999999/", "https://a.example:８０/",
                "https://a:b/",
            ]
        ),
    ]

    @Test("names the reason", arguments: cases)
    func reason(_ refusal: Case) {
        for text in refusal.texts {
            let error = #expect(throws: HeraldError.self, "\(text)") { try URLGate.read(text) }
            #expect(error?.code == .badURL)
            #expect(error?.urlRefusal == refusal.reason, "\(text.prefix(80)): \(error?.message ?? "")")
        }
    }

    @Test("no grant opens what the gate refuses", arguments: cases)
    func granted(_ refusal: Case) {
        let schemes = URLGate.forbiddenSchemes.union(["https", "http", "ittp", "mailto", "tel", "wss", "ftp"])
        for text in refusal.texts {
            let error = #expect(throws: HeraldError.self) { try URLGate.check(text, schemes: schemes) }
            #expect(error?.code == .badURL, "\(text.prefix(80))")
        }
    }

    @Test("every reason has its cases")
    func complete() {
        #expect(Set(Self.cases.map(\.reason)) == Set(URLRefusal.allCases))
    }
}
