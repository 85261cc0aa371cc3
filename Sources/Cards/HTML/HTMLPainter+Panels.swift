extension HTMLPainter {
    mutating func progressBar(_ bar: ProgressBarElement, _ pair: NodePair, _ extra: [String?]) {
        writer.open("div", [classes(style: ["min-width:44px"] + extra)])
        if let label = bar.label, !label.isBlank {
            let style = [CSS.fontSize(bar.labelFontSize), paint("color", pair, \.border), "padding-bottom:4px"]
            // The bar itself says it.
            writer.open("div", [classes("text", style: style), .with("aria-hidden", "true")])
            isolated(label)
            writer.close("div")
        }
        let style = [
            "height:\(CSS.px(bar.height))", CSS.radius(bar.borderRadius), paint("background", pair, \.accent),
        ]
        writer.open(
            "div",
            [
                classes("bar", style: style), .with("role", "progressbar"), .with("aria-valuemin", "0"),
                .with("aria-valuemax", "100"), .with("aria-valuenow", CSS.number(bar.value)),
                .with("aria-label", ifAny: pair.light.accessibility.label),
            ]
        )
        let done = [
            "width:\(CSS.number(bar.value))%", paint("background", pair, \.foreground), CSS.radius(bar.borderRadius),
        ]
        writer.open("div", [classes(style: done)])
        writer.close("div")
        writer.close("div")
        writer.close("div")
    }

    mutating func codeBlock(_ code: CodeBlockElement, _ pair: NodePair, _ extra: [String?]) {
        let style = [
            paint("background", pair, \.background), paint("color", pair, \.foreground),
            CSS.radius(code.borderRadius), CSS.fontSize(code.fontSize), "min-width:0",
        ]
        writer.open("figure", [classes("code", style: style + extra)])
        if let language = code.language, !language.isBlank {
            let style = [CSS.fontSize(code.languageLabelFontSize), paint("color", pair, \.accent)]
            writer.open("figcaption", [classes(style: style)])
            isolated(language)
            writer.close("figcaption")
        }
        // What scrolls must be reached by keyboard, and then has a name.
        writer.open(
            "pre",
            [
                classes(style: [CSS.padding(code.padding)]), .with("tabindex", "0"), .with("role", "region"),
                .with("aria-label", ifAny: pair.light.accessibility.label), .with("dir", "ltr"),
            ]
        )
        writer.open("code")
        writer.text(code.content)
        writer.close("code")
        writer.close("pre")
        writer.close("figure")
    }

    mutating func table(_ table: TableElement, _ pair: NodePair, _ extra: [String?]) {
        let border = table.border ? "border:1px solid \(color(pair, \.border))" : nil
        let room = "padding:\(CSS.px(table.cellPadding))"
        writer.open(
            "div",
            [
                classes("scroll", style: ["min-width:0"] + extra), .with("tabindex", "0"), .with("role", "region"),
                .with("aria-label", ifAny: pair.light.accessibility.label),
            ]
        )
        writer.open("table", [classes(style: [CSS.fontSize(table.fontSize), paint("color", pair, \.foreground)])])
        writer.raw("<thead><tr>")
        let head = classes(style: [border, room, paint("background", pair, \.header), paint("color", pair, \.accent)])
        for column in table.columns {
            writer.open("th", [head, .with("scope", "col")])
            isolated(column)
            writer.close("th")
        }
        writer.raw("</tr></thead><tbody>")
        let plain = classes(style: [border, room])
        let striped = classes(style: [border, room, paint("background", pair, \.stripe)])
        for (index, row) in table.rows.enumerated() {
            writer.open("tr")
            for cell in row {
                writer.open("td", [index % 2 == 1 ? striped : plain])
                isolated(cell)
                writer.close("td")
            }
            writer.close("tr")
        }
        writer.raw("</tbody></table>")
        writer.close("div")
    }

    mutating func accordion(_ accordion: AccordionElement, _ pair: NodePair, _ extra: [String?]) {
        let radius = CSS.radius(accordion.borderRadius)
        let border = accordion.border ? "border:1px solid \(color(pair, \.border))" : nil
        writer.open("div", [classes(style: ["min-width:0", "overflow:hidden", radius, border] + extra)])
        let (head, body) = (newID(), newID())
        let look = [
            CSS.padding(accordion.padding), CSS.fontSize(accordion.fontSize), CSS.weight(accordion.fontWeight),
            paint("color", pair, \.foreground), paint("background", pair, \.header),
        ]
        let turner: [HTMLWriter.Attribute?] = [
            .with("id", head), .with("type", "button"), .with("aria-expanded", pair.light.isOpen ? "true" : "false"),
            .with("aria-controls", body), .with("data-id", pair.light.id), .with("data-pointer", pair.light.pointer),
        ]
        if pair.header.isEmpty {
            writer.open("button", [classes("head", style: look), name(accordion.header, pair)] + turner)
            sign(accordion.headerIcon, size: 20)
            label(accordion.header)
        } else {
            // Controls within a control cannot be told apart, so the turner stands beside what the header holds.
            writer.open("div", [classes("head", style: look)])
            writer.open("div", [.with("class", "row label parts")])
            for part in pair.header {
                node(part, extra: [Sizing.isFiller(part.light.content) ? "flex:1 1000 auto" : "flex:0 1 auto"])
            }
            writer.close("div")
            writer.open("button", [.with("class", "open"), name("", pair)] + turner)
        }
        writer.open("span", [.with("class", "turn"), .with("aria-hidden", "true")])
        writer.close("span")
        writer.close("button")
        if !pair.header.isEmpty { writer.close("div") }
        writer.open(
            "div",
            [
                classes("col", style: [CSS.padding(accordion.padding), "gap:8px"]), .with("id", body),
                .with("role", "group"), .with("aria-labelledby", head), .flag("hidden", if: !pair.light.isOpen),
            ]
        )
        stack(pair.children)
        writer.close("div")
        writer.close("div")
    }

    mutating func tabs(_ tabs: TabsElement, _ pair: NodePair, _ extra: [String?]) {
        writer.open("div", [classes("col", style: extra)])
        let place = tabs.tabAlign == .center ? "justify-content:safe center" : nil
        writer.open(
            "div",
            [
                classes(
                    "tabs",
                    tabs.tabAlign == .stretch ? "stretch" : "",
                    style: [
                        place, paint("border-color", pair, \.border), CSS.fontSize(tabs.fontSize),
                        paint("--off", pair, \.foreground), paint("--on", pair, \.accent),
                    ]
                ), .with("role", "tablist"), .with("data-id", pair.light.id),
                .with("data-pointer", pair.light.pointer),
            ]
        )
        let ids = tabs.tabs.map { _ in (tab: newID(), panel: newID()) }
        for (index, tab) in tabs.tabs.enumerated() {
            let isActive = index == pair.light.activeTab
            writer.open(
                "button",
                [
                    classes(style: [CSS.padding(tabs.tabPadding)]), .with("type", "button"), .with("role", "tab"),
                    .with("id", ids[index].tab), .with("aria-controls", ids[index].panel),
                    .flag("aria-label", "Tab \(index + 1)", if: tab.label.isBlank),
                    .with("aria-selected", isActive ? "true" : "false"), .with("tabindex", isActive ? "0" : "-1"),
                ]
            )
            isolated(tab.label)
            writer.close("button")
        }
        writer.close("div")
        for (index, panel) in pair.panels.enumerated() {
            writer.open(
                "div",
                [
                    classes("col", style: [CSS.padding(tabs.contentPadding), "gap:8px"]), .with("role", "tabpanel"),
                    .with("id", ids[index].panel), .with("aria-labelledby", ids[index].tab), .with("tabindex", "0"),
                    .flag("hidden", if: index != pair.light.activeTab),
                ]
            )
            stack(panel)
            writer.close("div")
        }
        writer.close("div")
    }
}
