internal import Scripting
internal import Values

/// What the functions of `herald.store` need.
struct StoreHost: Sendable {
    /// One at a time: the file is written whole.
    static let turns = 1

    /// `nil` when nobody said where state is kept.
    let store: ValueStore?
    /// One for all scripts of a runtime.
    let turns: Turns

    fileprivate func found() throws(HeraldError) -> ValueStore {
        guard let store else { throw Self.nowhere("herald.store") }
        return store
    }

    /// The error of a store without a folder.
    static func nowhere(_ name: String) -> HeraldError {
        HeraldError(
            .invalidState,
            "\(name) has nowhere to keep values",
            hint: "name a folder with --state-dir, or stateDirectory of the runtime's configuration"
        )
    }
}

/// The name of a value.
private struct StoreKey: LuaReadable {
    let text: String

    static func read(_ call: LuaCall, _ index: inout Int32) throws(HeraldError) -> StoreKey {
        let place = index
        let text = try String.read(call, &index)
        do throws(HeraldError) {
            try StoreDocument.check(key: text)
        } catch {
            index = place
            throw error
        }
        return StoreKey(text: text)
    }
}

extension LuaModule {
    /// Registers `store`: small values that survive runs.
    mutating func addStore(_ host: StoreHost) {
        module("store") { store in
            store.asyncFunction("get") { (key: StoreKey) async throws -> JSON? in
                let store = try host.found()
                return try await host.turns.take().work { () throws(HeraldError) in try store.get(key.text) }
            }
            store.asyncFunction("keys") { (prefix: String?) async throws -> [String] in
                let store = try host.found()
                return try await host.turns.take().work { () throws(HeraldError) in try store.keys(prefix ?? "") }
            }
            store.add("set") { call in
                var index: Int32 = 1
                let key: StoreKey = try call.next(&index)
                var valueIndex = index
                // Judged now, where the error has a name, and taken when its turn has come: thousands of tasks that wait
                // must not hold as many copies.
                if let value = try call.next(&valueIndex) as JSON? { try StoreDocument.check(value) }
                let kept: LuaReference = try call.next(&index)
                let store = try host.found()
                return try call.wait {
                    let turn = try await host.turns.take()
                    let value = try kept.value(call, as: JSON?.self)
                    try await turn.work { () throws(HeraldError) in try store.set(key.text, value) }
                    return 0
                }
            }
        }
    }
}
