/// Durations and sizes as people write them in flags and authoring files.
public enum Quantity {
    private static let durationUnits: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    private static let byteUnits: [(suffix: String, bytes: Int64)] = [
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1),
    ]

    /// Reads `250ms`, `30s`, `1.5m`, `2h` or `3d`.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument`.
    public static func duration(_ text: String) throws(HeraldError) -> Duration {
        guard let milliseconds = scaled(text, durationUnits.map { ($0.suffix, $0.milliseconds) }) else {
            let hint = "write it like 250ms, 30s, 5m, 2h, 3d"
            throw HeraldError(.invalidArgument, "\"\(text)\" is no duration", hint: hint)
        }
        return .milliseconds(milliseconds)
    }

    /// Reads `512KiB`, `64MiB`, `1GiB` or `4096B`.
    ///
    /// - Throws: ``HeraldError`` with `invalid_argument`.
    public static func bytes(_ text: String) throws(HeraldError) -> Int {
        guard let bytes = scaled(text, byteUnits.map { ($0.suffix, $0.bytes) }) else {
            throw HeraldError(.invalidArgument, "\"\(text)\" is no size", hint: "write it like 64MiB, 512KiB, 1GiB")
        }
        return Int(bytes)
    }

    /// A whole number from 1 on.
    ///
    /// - Throws: `invalid_argument` for anything else.
    public static func count(_ text: String) throws(HeraldError) -> Int {
        guard let count = Int(text), count > 0 else {
            throw HeraldError(
                .invalidArgument,
                "\"\(text)\" is no whole number from 1 on",
                hint: "write it like 1000000"
            )
        }
        return count
    }

    private static func scaled(_ text: String, _ units: [(String, Int64)]) -> Int64? {
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        // `Double` would also read "1e9" and "inf"; only plain decimals are meant here.
        guard !digits.isEmpty, let number = Double(digits),
            let unit = units.first(where: { $0.0 == text.dropFirst(digits.count) })
        else { return nil }
        let value = number * Double(unit.1)
        return value < 9e15 ? Int64(value) : nil
    }
}
