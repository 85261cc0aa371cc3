/// One module on its way, from the search for its file on.
final class ModuleLoad {
    /// The task that loads it.
    let asker: LuaTask
    let finished = Waiters()
    /// Why it could not be loaded.
    var failure: (any Error)?
    /// Whether it could not because its task was cancelled.
    var isCancelled = false

    init(asker: LuaTask) { self.asker = asker }
}

/// Which modules are being loaded, and which of them waits for which.
struct ModuleLoads {
    private(set) var loading: [String: ModuleLoad] = [:]
    private var waits: [String: [String]] = [:]

    mutating func begin(_ name: String, _ load: ModuleLoad) { loading[name] = load }

    mutating func end(_ name: String) {
        loading[name] = nil
        waits[name] = nil
    }

    /// Notes that `module` needs `name`, or gives the circle that this would close.
    mutating func note(_ module: String?, needs name: String) -> [String]? {
        guard let module else { return nil }
        if let path = path(from: name, to: module) { return [module] + path }
        waits[module, default: []].append(name)
        return nil
    }

    mutating func got(_ module: String?, _ name: String) {
        guard let module, let place = waits[module]?.firstIndex(of: name) else { return }
        waits[module]?.remove(at: place)
    }

    private func path(from start: String, to goal: String) -> [String]? {
        if start == goal { return [goal] }
        var seen: Set<String> = [start]
        var open: [[String]] = [[start]]
        while let path = open.popLast() {
            guard let last = path.last else { continue }
            for next in waits[last] ?? [] where seen.insert(next).inserted {
                if next == goal { return path + [next] }
                open.append(path + [next])
            }
        }
        return nil
    }
}
