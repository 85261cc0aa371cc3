internal import Values

extension FieldReader {
    func readTable() throws(Skipped) -> TableElement {
        let columns = try cells("columns")
        guard !columns.isEmpty else {
            note(.warning, .badType, "columns", "a table has a column at least")
            throw Skipped()
        }
        return TableElement(
            columns: columns,
            rows: try rows(width: columns.count),
            headerBackgroundColor: color("headerBackgroundColor"),
            border: bool("border", default: true),
            stripedRows: bool("stripedRows", default: false),
            stripedRowColor: color("stripedRowColor"),
            borderColor: color("borderColor"),
            cellPadding: number("cellPadding", default: 8),
            fontSize: number("fontSize", default: 14)
        )
    }

    private func cells(_ key: String) throws(Skipped) -> [String] {
        let value = take(key)
        guard let values = value.array else {
            if value.isNull { missing(key) } else { badType(key, "an array", value) }
            throw Skipped()
        }
        let place = pointer.appending(key)
        return values.enumerated().map { cell($0.element, at: place.appending(String($0.offset))) }
    }

    private func rows(width: Int) throws(Skipped) -> [[String]] {
        let value = take("rows")
        guard let rows = value.array else {
            if value.isNull { missing("rows") } else { badType("rows", "an array", value) }
            throw Skipped()
        }
        var result: [[String]] = []
        for (index, row) in rows.enumerated() {
            let place = pointer.appending("rows").appending(String(index))
            guard let values = row.array else {
                log.note(
                    .warning,
                    .badType,
                    place,
                    "a row is an array, not \(row.kind)",
                    elementId: elementId,
                    value: row
                )
                continue
            }
            var texts = values.prefix(width).enumerated().map {
                cell($0.element, at: place.appending(String($0.offset)))
            }
            if values.count != width {
                let message = "the row has \(values.count) cells, the table \(width) columns"
                log.note(.warning, .outOfRange, place, message, elementId: elementId)
            }
            texts += Array(repeating: "", count: width - texts.count)
            result.append(texts)
        }
        return result
    }

    private func cell(_ value: JSON, at pointer: JSONPointer) -> String {
        switch value {
        case .string(let text): return text
        case .null: return ""
        case .int, .double, .bool:
            log.note(.info, .coerced, pointer, "the cell was turned into text", elementId: elementId, value: value)
            return value.text
        case .array, .object:
            log.note(.warning, .badType, pointer, "a cell is a text, not \(value.kind)", elementId: elementId)
            return ""
        }
    }
}
