import Storage
import Values

/// Where an entry of a bundle stands in the files, and which of its fields stand elsewhere than their pointers say.
struct AuthoringOrigin: Sendable {
    /// A place in a file.
    struct Spot: Sendable {
        var file: AuthoringFile
        var pointer: JSONPointer
    }

    let entry: Spot
    /// Pointers within the entry and where their values stand.
    private var parts: [(pointer: JSONPointer, spot: Spot)] = []

    init(_ node: AuthoringNode) { entry = Spot(node) }

    /// Notes that the value at a pointer of the entry is what this node says.
    mutating func note(_ pointer: String, at node: AuthoringNode) {
        guard let pointer = try? JSONPointer(pointer) else { return }
        parts.append((pointer, Spot(node)))
    }

    /// Where the value at a pointer of the entry stands.
    func spot(of text: String) -> Spot {
        guard let pointer = try? JSONPointer(text) else { return entry }
        let inside = parts.filter { pointer.tokens.starts(with: $0.pointer.tokens) }
        // Of two for one pointer the later counts: the first was of a content that could not be read.
        let depth = inside.map(\.pointer.tokens.count).max()
        guard let nearest = inside.last(where: { $0.pointer.tokens.count == depth }) else {
            return entry.at(pointer.tokens[...])
        }
        return nearest.spot.at(pointer.tokens[nearest.pointer.tokens.count...])
    }

    /// The differences without those that only follow from another: the label of a template with nothing but a card also
    /// switches whether it is shown, and the file has the label alone.
    func distinct(_ differences: [JSONDifference]) -> [JSONDifference] {
        let found = differences.map { difference in
            let spot = spot(of: difference.pointer)
            let own = [entry.file.path, entry.pointer.text + difference.pointer]
            return (spot: [spot.file.path, spot.pointer.text], own: own)
        }
        let said = Set(found.filter { $0.spot == $0.own }.map(\.spot))
        return zip(differences, found).compactMap { difference, found in
            found.spot == found.own || !said.contains(found.spot) ? difference : nil
        }
    }
}

extension AuthoringOrigin.Spot {
    fileprivate init(_ node: AuthoringNode) { self.init(file: node.file, pointer: node.pointer) }

    fileprivate func at(_ tokens: ArraySlice<String>) -> Self {
        var spot = self
        spot.pointer.tokens += tokens
        return spot
    }
}
