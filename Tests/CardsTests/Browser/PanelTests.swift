import BrowserSupport
import Testing
import Values

@testable import Cards

extension InBrowser {
    @Suite("tabs, accordions and rows that scroll")
    struct Panels {
        static let tabs = #"""
            [{"id":"t","type":"tabs","tabs":[
              {"label":"One","content":[{"id":"p1","type":"text","content":"first"}]},
              {"label":"Two","content":[{"id":"p2","type":"text","content":"second"}]},
              {"label":"Three","content":[{"id":"p3","type":"text","content":"third"}]}]}]
            """#

        /// What shows: the words of panels, and which tab is said to be selected and can be reached.
        private func shown(_ browser: Browser) async throws -> JSON {
            try await browser.driver.script(
                """
                const seen=(n)=>n.checkVisibility();
                return [[...document.querySelectorAll("[role=tabpanel]")].filter(seen).map((n)=>n.innerText),
                [...document.querySelectorAll("[role=tab][aria-selected=true][tabindex='0']")].map((n)=>n.innerText),
                document.activeElement.getAttribute("role")==="tab"?document.activeElement.innerText:null]
                """
            )
        }

        @Test("a tab shows its panel, by mouse and by keyboard as the ARIA guide has it")
        func tabs() async throws {
            let browser = try Browser.current
            try await browser.see()
            try await browser.embed(try Pages.page(Self.tabs))
            #expect(try await shown(browser) == [["first"], ["One"], .null])
            try await browser.driver.click("[role=tab]:nth-child(2)")
            #expect(try await shown(browser) == [["second"], ["Two"], "Two"])
            let steps: [(WebDriver.Key, String, String)] = [
                (.right, "third", "Three"), (.right, "first", "One"), (.left, "third", "Three"),
                (.home, "first", "One"), (.end, "third", "Three"),
            ]
            for (key, words, tab) in steps {
                try await browser.driver.press(key)
                #expect(try await shown(browser) == [[.string(words)], [.string(tab)], .string(tab)])
            }
            let states = try await browser.messages("state", atLeast: 6)
            #expect(states.map { $0["activeTab"] } == [1, 2, 0, 2, 0, 2])
            #expect(states.allSatisfy { $0["pointer"] == "/body/0" && $0["elementId"] == "t" })
            // One stop for all tabs, then the panel.
            try await browser.driver.press(.tab)
            #expect(try await browser.driver.script("return document.activeElement.getAttribute('role')") == "tabpanel")
            #expect(try await browser.faults() == [])
        }

        @Test("arrows go the way that the page runs")
        func rightToLeft() async throws {
            let browser = try Browser.current
            try await browser.embed(try Pages.page(Self.tabs, .rightToLeft))
            try await browser.driver.click("[role=tab]")
            try await browser.driver.press(.left)
            #expect(try await shown(browser) == [["second"], ["Two"], "Two"])
            let places = try await browser.driver.script(
                "return [...document.querySelectorAll('[role=tab]')].map((n)=>n.getBoundingClientRect().x)"
            )
            let xs = (places.array ?? []).compactMap(\.number)
            #expect(xs.count == 3 && xs == xs.sorted(by: >))
        }

        @Test("an accordion opens and closes, by mouse, Enter and Space, and the page grows and shrinks with it")
        func accordion() async throws {
            let browser = try Browser.current
            let body = #"""
                [{"id":"a","type":"accordion","header":"More","body":[{"id":"x","type":"text","content":"inside"}]}]
                """#
            try await browser.embed(try Pages.page(body))
            func state() async throws -> JSON {
                try await browser.driver.wait(
                    """
                    for(let n=0;n<2;n++)await new Promise(requestAnimationFrame);
                    const head=document.querySelector("[aria-expanded]");
                    const part=document.getElementById(head.getAttribute("aria-controls"));
                    return [head.getAttribute("aria-expanded"),part.checkVisibility()]
                    """
                )
            }
            #expect(try await state() == ["false", false])
            try await browser.driver.click("[aria-expanded]")
            #expect(try await state() == ["true", true])
            try await browser.driver.press(.enter)
            #expect(try await state() == ["false", false])
            try await browser.driver.press(.space)
            #expect(try await state() == ["true", true])
            try await browser.driver.press(.space)
            #expect(try await state() == ["false", false])
            #expect(try await browser.messages("state", atLeast: 4).map { $0["open"] } == [true, false, true, false])
            let heights = try await browser.messages("size", atLeast: 5).compactMap { $0["height"].number }
            let (first, most, last) = (heights.first ?? 0, heights.max() ?? 0, heights.last ?? 0)
            #expect(first > 40 && most > first + 20 && last == first, "\(heights)")
            #expect(most < 900, "the height of the content, not of the frame")
        }

        private static let strip = #"""
            [{"id":"r","type":"row","scrollable":true,"peek":30,"gap":10,"items":[
              {"id":"c1","type":"column","items":[{"id":"x1","type":"text","content":"one"}]},
              {"id":"c2","type":"column","items":[{"id":"x2","type":"text","content":"two"}]},
              {"id":"c3","type":"column","items":[{"id":"x3","type":"text","content":"three"}]}]}]
            """#

        @Test("a row that scrolls shows a bit of the next, stops at whole items and is reached by keyboard")
        func snap() async throws {
            let browser = try Browser.current
            for (look, sign) in [(CardLook(), 1.0), (CardLook.rightToLeft, -1.0)] {
                try await browser.embed(try Pages.page(Self.strip, look))
                let widths = try await browser.driver.script(
                    """
                    const r=document.querySelector("[role=region]");
                    return [r.clientWidth,r.children[0].getBoundingClientRect().width,r.tabIndex]
                    """
                )
                let (room, item) = (widths[0].number ?? 0, widths[1].number ?? 0)
                #expect(abs(room - item - 40) < 1 && widths[2] == 0, "\(widths)")
                let rest = try await browser.driver.wait(
                    """
                    const r=document.querySelector("[role=region]");
                    const ended=new Promise((done)=>r.addEventListener("scrollend",done,{once:true}));
                    r.scrollBy({left:arguments[0]*r.children[0].offsetWidth*0.8,behavior:"instant"});
                    await Promise.race([ended,new Promise((done)=>setTimeout(done,15000))]);
                    return r.scrollLeft
                    """,
                    .double(sign)
                )
                #expect(abs((rest.number ?? 0) - sign * (item + 10)) < 2, "\(look.direction): \(rest)")
            }
        }
    }
}
