internal import Plugins
internal import Values

/// The `store` service of plugins: small values of each that survive runs, kept as those of scripts are.
struct PluginStore: Sendable {
    private let folder: String?
    private let turns: Turns

    /// - Parameters:
    ///   - folder: where state is kept; `nil` when nobody said.
    ///   - turns: those of scripts at their store.
    init(folder: String?, turns: Turns) {
        self.folder = folder
        self.turns = turns
    }

    /// Performs `get`, `set` or `delete` for a plugin; what is set is on the disk when this returns.
    ///
    /// - Throws: `invalid_argument`, `too_large`, `unsupported`, `io`; `invalid_state` without a folder.
    func perform(_ operation: String, _ json: JSON, plugin id: String) async throws(HeraldError) -> JSON {
        let key = try Self.key(json)
        switch operation {
        case "get":
            return ["value": try await work(id) { store throws(HeraldError) in try store.get(key) } ?? .null]
        case "set":
            let value = json["value"]
            try StoreDocument.check(value)
            // Null reads like nothing, and need not take room.
            try await work(id) { store throws(HeraldError) in try store.set(key, value.isNull ? nil : value) }
            return [:]
        case "delete":
            try await work(id) { store throws(HeraldError) in try store.set(key, nil) }
            return [:]
        default:
            throw HostService.store.unknown(operation)
        }
    }

    private static func key(_ json: JSON) throws(HeraldError) -> String {
        guard let key = json["key"].string else {
            throw HeraldError(.invalidArgument, "key: expected a string, not \(json["key"].kind)", pointer: "/key")
        }
        do throws(HeraldError) {
            try StoreDocument.check(key: key)
        } catch {
            throw HeraldError(error.code, "key: \(error.message)", pointer: "/key")
        }
        return key
    }

    private func work<Value: Sendable>(
        _ id: String,
        _ body: @escaping @Sendable (ValueStore) throws(HeraldError) -> Value
    ) async throws(HeraldError) -> Value {
        guard let folder else { throw StoreHost.nowhere("the host's store") }
        let store = ValueStore(folder: folder, plugin: id)
        return try await turns.take().work { () throws(HeraldError) in try body(store) }
    }
}
