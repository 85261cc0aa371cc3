internal import CHeraldPlugin

/// Bounds on the version of the plugin contract, such as `>=1.0 <2.0`.
package struct EngineRange: Sendable, Hashable, CustomStringConvertible {
    private enum Comparison: String, CaseIterable {
        // Longer signs first: they are tried in this order.
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
        case exactly = "="
    }

    private struct Bound: Hashable {
        let comparison: Comparison
        let version: [Int]
    }

    /// Every version.
    package static let any = EngineRange(bounds: [], description: "any")

    /// The version of this host's contract.
    package static var current: String { "\(HERALD_ABI_MAJOR).\(HERALD_ABI_MINOR)" }

    private let bounds: [Bound]
    package let description: String

    private init(bounds: [Bound], description: String) {
        self.bounds = bounds
        self.description = description
    }

    /// Reads bounds separated by spaces; a version without a sign means exactly that one.
    package init?(_ text: String) {
        var bounds: [Bound] = []
        for part in text.split(separator: " ") {
            let comparison = Comparison.allCases.first { part.hasPrefix($0.rawValue) }
            let number = part.dropFirst(comparison?.rawValue.count ?? 0)
            guard let version = Self.numbers(number) else { return nil }
            bounds.append(Bound(comparison: comparison ?? .exactly, version: version))
        }
        guard !bounds.isEmpty else { return nil }
        self.init(bounds: bounds, description: text)
    }

    /// Whether a version such as `1.0` lies within; one that is no version does not.
    package func contains(_ version: String) -> Bool {
        guard let version = Self.numbers(version[...]) else { return false }
        return bounds.allSatisfy { bound in
            let order = Self.compare(version, bound.version)
            return switch bound.comparison {
            case .atLeast: order >= 0
            case .atMost: order <= 0
            case .above: order > 0
            case .below: order < 0
            case .exactly: order == 0
            }
        }
    }

    /// One to four numbers with points between.
    static func numbers(_ text: Substring) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        return numbers.count == parts.count && parts.count <= 4 ? numbers : nil
    }

    private static func compare(_ left: [Int], _ right: [Int]) -> Int {
        for place in 0..<max(left.count, right.count) {
            let a = place < left.count ? left[place] : 0
            let b = place < right.count ? right[place] : 0
            if a != b { return a < b ? -1 : 1 }
        }
        return 0
    }
}
