internal import Values

extension ElementReader {
    func row(_ fields: FieldReader, depth: Int) throws(Skipped) -> RowElement {
        let isCarousel = fields.object["type"] == "carousel"
        if isCarousel { fields.note(.info, .coerced, "type", "a carousel was taken as a row that scrolls") }
        let items = try children("items", fields, depth: depth)
        return RowElement(
            items: items,
            gap: fields.number("gap", default: 8),
            align: fields.choice("align", default: .start),
            crossAlign: fields.choice("crossAlign", default: .start),
            wrap: fields.bool("wrap", default: false),
            scrollable: fields.bool("scrollable", default: isCarousel) || isCarousel,
            peek: fields.number("peek", default: 24),
            snap: fields.choice("snap", default: .item),
            box: fields.box(padding: Padding())
        )
    }

    func column(_ fields: FieldReader, depth: Int) throws(Skipped) -> ColumnElement {
        let items = try children("items", fields, depth: depth)
        return ColumnElement(
            items: items,
            gap: fields.number("gap", default: 8),
            align: fields.choice("align", default: .start),
            crossAlign: fields.choice("crossAlign", default: .start),
            box: fields.box(padding: Padding())
        )
    }

    func grid(_ fields: FieldReader, depth: Int) throws(Skipped) -> GridElement {
        let items = try children("items", fields, depth: depth)
        var columns = fields.optionalInteger("columns", minimum: 1) ?? 2
        if columns > 4 {
            fields.note(
                .warning,
                .outOfRange,
                "columns",
                "a grid has at most 4 columns",
                value: fields.object["columns"]
            )
            columns = 4
        }
        return GridElement(
            items: items,
            columns: columns,
            gap: fields.number("gap", default: 8),
            box: fields.box(padding: Padding())
        )
    }

    func accordion(_ fields: FieldReader, depth: Int) throws(Skipped) -> AccordionElement {
        var header = ""
        var headerItems: [CardElement] = []
        var headerIcon = fields.icon("headerIcon")
        if case .array(let items) = fields.take("header") {
            fields.note(.info, .coerced, "header", "the header's elements were taken as a row")
            headerItems = elements(items, at: fields.pointer.appending("header"), depth: depth + 1)
            headerIcon = nil
            guard !headerItems.isEmpty else {
                fields.note(.info, .emptyContainer, nil, "there is nothing in `header` to show")
                throw Skipped()
            }
        } else {
            header = try fields.string("header")
        }
        let body = try children("body", fields, depth: depth)
        let border = fields.bool("border", default: true)
        return AccordionElement(
            header: header,
            headerItems: headerItems,
            headerIcon: headerIcon,
            body: body,
            expandedByDefault: fields.bool("expandedByDefault", default: false),
            border: border,
            padding: fields.padding("padding", default: Padding(all: 12)),
            fontSize: fields.number("fontSize", default: 16),
            fontWeight: fields.choice("fontWeight", default: .medium),
            borderRadius: fields.number("borderRadius", default: border ? 8 : 0)
        )
    }

    func tabs(_ fields: FieldReader, depth: Int) throws(Skipped) -> TabsElement {
        let values = try array("tabs", fields)
        let place = fields.pointer.appending("tabs")
        let written = values.enumerated().map { index, value in
            tab(value, at: place.appending(String(index)), fields, depth: depth)
        }
        let tabs = written.compactMap { $0 }
        guard !tabs.isEmpty else {
            fields.note(.info, .emptyContainer, nil, "there is no tab to show")
            throw Skipped()
        }
        var active = fields.optionalInteger("defaultActiveTab", minimum: 0) ?? 0
        if written.indices.contains(active), written[active] != nil {
            // Tabs that were skipped do not count.
            active = written[..<active].count { $0 != nil }
        } else {
            let value = fields.object["defaultActiveTab"]
            if active > 0 {
                fields.note(.warning, .outOfRange, "defaultActiveTab", "there is no such tab", value: value)
            }
            active = 0
        }
        return TabsElement(
            tabs: tabs,
            defaultActiveTab: active,
            tabAlign: fields.choice("tabAlign", default: .start),
            tabPadding: fields.padding("tabPadding", default: Padding(top: 10, right: 14, bottom: 10, left: 14)),
            contentPadding: fields.padding("contentPadding", default: Padding(top: 12, bottom: 12)),
            fontSize: fields.number("fontSize", default: 14)
        )
    }

    private func tab(_ value: JSON, at pointer: JSONPointer, _ fields: FieldReader, depth: Int) -> TabsElement.Tab? {
        guard case .object(let object) = value else {
            log.note(.warning, .badType, pointer, "a tab is an object, not \(value.kind)", elementId: fields.elementId)
            return nil
        }
        let inner = FieldReader(object, at: pointer, elementId: fields.elementId, log: log)
        do {
            let label = try inner.string("label")
            let content = try children("content", inner, depth: depth)
            inner.noteUnknown()
            return TabsElement.Tab(label: label, content: content)
        } catch {
            return nil
        }
    }

    private func children(_ key: String, _ fields: FieldReader, depth: Int) throws(Skipped) -> [CardElement] {
        let values = try array(key, fields)
        let children = elements(values, at: fields.pointer.appending(key), depth: depth + 1)
        guard !children.isEmpty else {
            fields.note(.info, .emptyContainer, nil, "there is nothing in `\(key)` to show")
            throw Skipped()
        }
        return children
    }

    private func array(_ key: String, _ fields: FieldReader) throws(Skipped) -> [JSON] {
        let value = fields.take(key)
        if let array = value.array { return array }
        if value.isNull { fields.missing(key) } else { fields.badType(key, "an array", value) }
        throw Skipped()
    }
}
