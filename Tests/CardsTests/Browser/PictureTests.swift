import BrowserSupport
import Testing
import Values

@testable import Cards

extension InBrowser {
    @Suite("pictures")
    struct Pictures {
        @Test("where a picture does not come stand its words, the icon of that name, initials, or the button's name")
        func failed() async throws {
            let browser = try Browser.current
            try await browser.see()
            try await browser.show(
                try Pages.page(
                    #"""
                    [{"id":"1","type":"image","url":"https://a.example/1.png","altText":"A boot","height":80},
                     {"id":"2","type":"image","url":"https://a.example/2.png","height":80},
                     {"id":"3","type":"icon","name":"star","url":"https://a.example/3.png"},
                     {"id":"4","type":"avatar","imageUrl":"https://a.example/4.png","fallbackInitials":"AB"},
                     {"id":"5","type":"iconButton","icon":{"url":"https://a.example/5.png"},"action":{"type":"customCallback"}},
                     {"id":"6","type":"iconButton","icon":{"name":"call","url":"https://a.example/6.png"},
                      "action":{"type":"customCallback"}}]
                    """#
                )
            )
            let shown = try await browser.driver.wait(
                """
                const end=performance.now()+20000;
                while(performance.now()<end&&document.images.length)await new Promise((done)=>setTimeout(done,20));
                const pictures=[...document.querySelectorAll(".pic")];
                return [document.images.length,pictures.map((n)=>[n.innerText,n.offsetHeight,n.ariaHidden]),
                [...document.querySelectorAll("svg")].map((n)=>n.checkVisibility()),
                document.querySelector(".avatar").innerText,
                [...document.querySelectorAll("button")].map((n)=>n.innerText)]
                """
            )
            #expect(
                shown == [0, [["A boot", 80, .null], ["", 80, "true"]], [true, true], "AB", ["icon", ""]]
            )
            #expect(try await browser.faults() == [])
            let asked = try await browser.requests()
            #expect(asked.sorted() == (1...6).map { "https://a.example/\($0).png" })
        }

        @Test("a picture for each mode is asked for in its mode alone")
        func modes() async throws {
            let browser = try Browser.current
            let body = #"""
                [{"id":"1","type":"image","altText":"x","url":{"light":"https://a.example/l.png","dark":"https://a.example/d.png"}},
                 {"id":"2","type":"avatar","imageUrl":{"light":"https://a.example/al.png","dark":"https://a.example/ad.png"}}]
                """#
            for (dark, names) in [(false, ["al", "l"]), (true, ["ad", "d"])] {
                try await browser.see(dark: dark)
                try await browser.show(try Pages.page(body))
                try await browser.driver.wait(
                    """
                    const end=performance.now()+20000;
                    while(performance.now()<end&&document.images.length)await new Promise((done)=>setTimeout(done,20))
                    """
                )
                let asked = try await browser.requests().sorted()
                #expect(asked == names.map { "https://a.example/\($0).png" })
            }
        }
    }
}
