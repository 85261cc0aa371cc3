import BrowserSupport
import Testing
import Values

extension InBrowser {
    @Suite("controls")
    struct Controls {
        /// Every kind of thing to tap: its id, what finds it, and its action.
        static let body = #"""
            [{"id":"b","type":"button","label":"Copy","action":{"type":"copyToClipboard","value":"it's \"so\" <b>"}},
             {"id":"i","type":"iconButton","icon":{"name":"call"},"action":{"type":"initiateCall","callType":"audio","uid":"ana"}},
             {"id":"l","type":"link","text":"Site","action":{"type":"openUrl","url":"https://example.com/a?b=1&c=2"}},
             {"id":"t","type":"link","text":"Call","action":{"type":"openUrl","url":"tel:+123"}},
             {"id":"c","type":"chip","text":"Chip","action":{"type":"customCallback","callbackId":"x","payload":{"n":[1,2.5,null]}}},
             {"id":"m","type":"markdown","content":"See [one](https://a.example/1) and [two](mailto:a@b.example)."},
             {"id":"off","type":"button","label":"Off","action":{"type":"openUrl","url":""}}]
            """#

        static let controls: [(selector: String, id: String, action: JSON)] = [
            ("[data-id=b]", "b", ["type": "copyToClipboard", "value": "it's \"so\" <b>"]),
            ("[data-id=i]", "i", ["type": "initiateCall", "callType": "audio", "uid": "ana"]),
            ("[data-id=l]", "l", ["type": "openUrl", "url": "https://example.com/a?b=1&c=2"]),
            ("[data-id=t]", "t", ["type": "openUrl", "url": "tel:+123"]),
            ("[data-id=c]", "c", ["type": "customCallback", "callbackId": "x", "payload": ["n": [1, 2.5, .null]]]),
            ("a[data-id=m]", "m", ["type": "openUrl", "url": "https://a.example/1"]),
            ("button[data-id=m]", "m", ["type": "openUrl", "url": "mailto:a@b.example"]),
        ]

        private func said(_ action: JSON, _ id: String, in messages: [JSON]) -> Bool {
            messages.contains { $0["action"] == action && $0["elementId"].string == id && $0["event"] == "action" }
        }

        @Test("a tap by mouse tells the page around of the action, once, and goes nowhere itself")
        func mouse() async throws {
            let browser = try Browser.current
            try await browser.see()
            try await browser.embed(try Pages.page(Self.body))
            for (count, control) in Self.controls.enumerated() {
                try await browser.driver.click(control.selector)
                let messages = try await browser.messages("action", atLeast: count + 1)
                #expect(messages.count == count + 1, "\(control.selector)")
                #expect(said(control.action, control.id, in: messages), "\(control.selector): \(messages)")
            }
            try await browser.driver.click("[data-id=off]")
            // Had it said something, that would come before the next.
            try await browser.driver.click("[data-id=b]")
            let ids = try await browser.messages("action", atLeast: Self.controls.count + 1).map { $0["elementId"] }
            #expect(ids == Self.controls.map { .string($0.id) } + ["b"])
            #expect(try await browser.driver.windows() == 1)
            #expect(try await browser.faults() == [])
            #expect(try await browser.requests() == [])
        }

        @Test("the middle button opens no link behind the back of the page around")
        func middleButton() async throws {
            let browser = try Browser.current
            try await browser.embed(try Pages.page(Self.body))
            try await browser.driver.script(
                """
                const a=document.querySelector("[data-id=l]");
                window.went=a.dispatchEvent(new MouseEvent("auxclick",{button:1,bubbles:true,cancelable:true}))
                """
            )
            #expect(try await browser.driver.script("return window.went") == false)
            #expect(try await browser.messages("action", atLeast: 1).map { $0["elementId"] } == ["l"])
        }

        @Test("a tap by keyboard does the same", arguments: [WebDriver.Key.enter, .space])
        func keyboard(key: WebDriver.Key) async throws {
            let browser = try Browser.current
            try await browser.embed(try Pages.page(Self.body))
            // A space scrolls where a link has the focus.
            let links: Set = ["[data-id=l]", "a[data-id=m]"]
            let controls = Self.controls.filter { key != .space || !links.contains($0.selector) }
            for (count, control) in controls.enumerated() {
                let focus = "document.querySelector(arguments[0]).focus()"
                try await browser.driver.script(focus, .string(control.selector))
                try await browser.driver.press(key)
                let messages = try await browser.messages("action", atLeast: count + 1)
                #expect(said(control.action, control.id, in: messages), "\(control.selector): \(messages)")
            }
            #expect(try await browser.faults() == [])
        }

        @Test("Tab goes through what can be tapped in reading order and passes over what cannot")
        func order() async throws {
            let browser = try Browser.current
            try await browser.show(try Pages.page(Self.body))
            var seen: [String] = []
            for _ in Self.controls {
                try await browser.driver.press(.tab)
                seen.append(try await browser.driver.script("return document.activeElement.dataset.id").string ?? "?")
                let ring = try await browser.driver.script(
                    "const s=getComputedStyle(document.activeElement);return s.outlineStyle+' '+s.outlineWidth"
                )
                #expect(ring == "solid 2px", "\(seen)")
            }
            #expect(seen == Self.controls.map(\.id))
        }

        @Test("a page by itself tells its own window, and its links lead over https with nobody told from where")
        func alone() async throws {
            let browser = try Browser.current
            try await browser.show(try Pages.page(Self.body))
            try await browser.driver.script(
                "window.heard=[];addEventListener('herald-card',(event)=>heard.push(event.detail))"
            )
            try await browser.driver.click("[data-id=b]")
            let heard = try await browser.driver.script("return heard.filter((m)=>m.event==='action')")
            #expect(heard[0]["action"] == Self.controls[0].action && heard.array?.count == 1)
            let link = try await browser.driver.script(
                "const a=document.querySelector('[data-id=l]');return [a.href,a.target,a.rel]"
            )
            #expect(link == ["https://example.com/a?b=1&c=2", "_blank", "noopener noreferrer"])
        }
    }
}
