import Glibc
import TestSupport
import Testing
import Values

/// What cards looked like when somebody last looked at them, as text beside the sample cards.
///
/// `HERALD_UPDATE_SNAPSHOTS=1` writes what they look like now; look at the difference before it is committed.
enum Snapshot {
    private static let folder = "\(Files.packageRoot)/Tests/CardsTests/Fixtures"
    private static let isUpdating = getenv("HERALD_UPDATE_SNAPSHOTS") != nil

    static func expect(_ text: String, _ name: String) throws {
        let file = "\(folder)/\(name)"
        if isUpdating {
            try Files.makeDirectories(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
            try TextFile.write(Array(text.utf8), to: file, mode: 0o644)
            Issue.record("\(name) was written, not compared")
            return
        }
        let known = String(decoding: try Files.read(file), as: UTF8.self).split(separator: "\n")
        let lines = text.split(separator: "\n")
        #expect(lines.count == known.count, "\(name)")
        if let place = zip(lines, known).enumerated().first(where: { $0.element.0 != $0.element.1 }) {
            Issue.record("\(name):\(place.offset + 1)\n  is    \(place.element.0)\n  was   \(place.element.1)")
        }
    }
}
