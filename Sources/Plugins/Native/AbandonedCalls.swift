internal import CHeraldPlugin

/// Calls that the host has given up: their finish comes late, and is no fault of the plugin.
struct AbandonedCalls: Sendable {
    /// A plugin that never finishes what is cancelled must not fill the memory.
    static let limit = 1024

    private var calls: Set<herald_call> = []
    private var order: [herald_call] = []
    private var oldest = 0
    /// The highest number of those that are forgotten: up to there the plugin gets the benefit of the doubt.
    private var forgotten: herald_call = 0

    /// Remembers a call.
    mutating func add(_ call: herald_call) {
        guard calls.insert(call).inserted else { return }
        guard order.count >= Self.limit else { return order.append(call) }
        forgotten = max(forgotten, order[oldest])
        calls.remove(order[oldest])
        order[oldest] = call
        oldest = (oldest + 1) % Self.limit
    }

    /// Whether the host gave the call up, as far as that is known.
    func contains(_ call: herald_call) -> Bool { call <= forgotten || calls.contains(call) }
}
