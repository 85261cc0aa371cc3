internal import Values

/// Who hears how far an action has come.
final class ProgressTable: Sendable {
    typealias Listener = @Sendable (JSON) -> Void

    private let listeners = Lock<[EffectLog.Tag: Listener]>([:])

    func add(_ listener: @escaping Listener, for tag: EffectLog.Tag) { listeners.withLock { $0[tag] = listener } }

    func remove(_ tag: EffectLog.Tag) { listeners.withLock { $0[tag] = nil } }

    /// Tells of an action's progress; `false` when nobody listens.
    func tell(_ event: JSON, of tag: EffectLog.Tag) -> Bool {
        guard let listener = listeners.withLock({ $0[tag] }) else { return false }
        listener(event)
        return true
    }
}
