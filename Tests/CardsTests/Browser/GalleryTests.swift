import BrowserSupport
import Testing
import Values

@testable import Cards

extension InBrowser {
    @Suite("the gallery")
    struct Gallery {
        @Test("shows each card by day and by night, as high as it is, and says what a tap asks for")
        func frames() async throws {
            let browser = try Browser.current
            // Browsers put off what is out of sight.
            try await browser.see(width: 900, height: 6000)
            let entries = try Samples.all.prefix(6).map {
                CardGallery.Entry(name: $0, reading: CardReading.read(text: try Samples.text($0)))
            }
            let hostile = CardGallery.Entry(
                name: "\"><script>window.pwned=1</script>",
                reading: try Samples.reading(
                    #"""
                    [{"id":"b","type":"button","label":"<b>Go</b>","action":{"type":"customCallback","callbackId":"</p><b>"}}]
                    """#
                )
            )
            try await browser.show(try CardGallery.render(entries + [hostile]))
            let shown = try await browser.driver.wait(
                """
                const frames=[...document.querySelectorAll("iframe")];
                const high=()=>frames.filter((one)=>one.offsetHeight>30&&one.style.height).length;
                const end=performance.now()+20000;
                while(performance.now()<end&&high()<frames.length)await new Promise((done)=>setTimeout(done,20));
                return [frames.length,high(),window.pwned??null]
                """
            )
            #expect(shown == [14, 14, .null])
            try await browser.driver.enterFrame("section:last-child iframe")
            try await browser.driver.click("button")
            try await browser.driver.leaveFrame()
            let status = try await browser.driver.wait(
                """
                const line=document.querySelector("section:last-child [role=status]");
                const end=performance.now()+20000;
                while(performance.now()<end&&!line.textContent)await new Promise((done)=>setTimeout(done,20));
                return [line.textContent,line.children.length]
                """
            )
            #expect(status == [#"b: {"type":"customCallback","callbackId":"</p><b>"}"#, 0])
            #expect(try await browser.faults() == [])
        }

        @Test("one mode shows when one is asked for")
        func oneMode() throws {
            var look = CardLook()
            look.theme = .dark
            let reading = CardReading.read(text: try Samples.text(Samples.names[0]))
            let entry = CardGallery.Entry(name: "a", reading: reading)
            let page = try CardGallery.render([entry], look)
            #expect(page.matches(of: /<iframe title="a, dark"/).count == 1 && !page.contains("a, light"))
        }
    }
}
