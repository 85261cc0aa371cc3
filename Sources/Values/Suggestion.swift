/// "Did you mean": the one rule for suggestions in errors of flags, fields, elements and plugin types.
public enum Suggestion {
    /// The candidate nearest to `word`, when it is near enough to be a slip of the fingers.
    public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.utf8.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = editDistance(word.lowercased(), candidate.lowercased(), atMost: limit)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// A hint that names the nearest candidate, or else all of them when they are few.
    public static func hint(for word: String, among candidates: [String]) -> String? {
        if let match = closest(to: word, among: candidates) { return "did you mean \"\(match)\"?" }
        return candidates.isEmpty || candidates.count > 12 ? nil : "known: \(candidates.joined(separator: ", "))"
    }

    /// The hint as the end of a sentence, after a semicolon; nothing when there is none.
    public static func clause(for word: String, among candidates: [String]) -> String {
        hint(for: word, among: candidates).map { "; \($0)" } ?? ""
    }

    /// Insertions, deletions, replacements and swaps of neighbours; more than `limit` reads as `limit + 1`.
    private static func editDistance(_ left: String, _ right: String, atMost limit: Int) -> Int {
        let a = Array(left.utf8)
        let b = Array(right.utf8)
        // Long words are no slip of the fingers, and the table below is quadratic.
        guard abs(a.count - b.count) <= limit, a.count <= 64, b.count <= 64 else { return limit + 1 }
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var rows = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
        for column in 0...b.count { rows[0][column] = column }
        for row in 1...a.count {
            rows[row][0] = row
            for column in 1...b.count {
                let change = a[row - 1] == b[column - 1] ? 0 : 1
                var cost = min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + change)
                if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
                    cost = min(cost, rows[row - 2][column - 2] + 1)
                }
                rows[row][column] = cost
            }
        }
        return rows[a.count][b.count]
    }
}
