internal import Values

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Small values that survive runs: one file in the state directory, shared by all that use it and by other processes.
///
/// Every function blocks for as long as the disk and other processes take.
struct ValueStore: Sendable {
    private let folder: String
    private let name: String
    private var path: String { "\(folder)/\(name).json" }

    /// The values of all scripts.
    init(folder: String) { self.init(folder: folder, name: "store") }

    private init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The quarantines of plugins, by id.
    static func quarantines(folder: String) -> ValueStore { ValueStore(folder: folder, name: "quarantine") }

    /// All values.
    ///
    /// - Throws: as ``get(_:)``.
    func all() throws(HeraldError) -> JSONObject { try read().values }

    /// The values of one plugin, which no other sees; an id has no slash.
    init(folder: String, plugin id: String) { self.init(folder: folder + "/plugins", name: id) }

    /// - Throws: `io`, also for a file that is damaged, which is then moved aside; `unsupported` for a newer version.
    func get(_ key: String) throws(HeraldError) -> JSON? { try read().values[key] }

    /// The keys that begin with `prefix`, sorted.
    func keys(_ prefix: String) throws(HeraldError) -> [String] {
        try read().values.keys.filter { $0.utf8.starts(with: prefix.utf8) }.sorted()
    }

    /// Sets a value, or removes it; on the disk when this returns.
    ///
    /// - Throws: `too_large`, and as ``get(_:)``.
    func set(_ key: String, _ value: JSON?) throws(HeraldError) {
        try locked { () throws(HeraldError) in
            var document = try readOrMoveAside()
            if value == nil, document.values[key] == nil { return }
            try document.set(key, value)
            try TextFile.write(document.bytes, to: path, mode: 0o600, isDurable: true)
        }
    }

    /// A writer renames its file, so that a reader needs no lock.
    private func read() throws(HeraldError) -> StoreDocument {
        do throws(HeraldError) {
            return try load()
        } catch {
            guard error.code == .badJSON else { throw error }
            return try locked(readOrMoveAside)
        }
    }

    private func load() throws(HeraldError) -> StoreDocument {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return StoreDocument() }
        let bytes = try TextFile.read(path)
        do throws(HeraldError) {
            return try StoreDocument(bytes)
        } catch {
            guard error.code != .badJSON else { throw error }
            throw HeraldError(error.code, "the store \(path) cannot be read: \(error.message)")
        }
    }

    /// Nothing is lost of a damaged file: it gets another name, and the store begins anew with the next call.
    private func readOrMoveAside() throws(HeraldError) -> StoreDocument {
        do throws(HeraldError) {
            return try load()
        } catch {
            guard error.code == .badJSON else { throw error }
            let aside = try moveAside()
            throw HeraldError(
                .io,
                "the store \(path) is damaged: \(error.message)",
                hint: "it is now \(aside), and the store is empty",
                cause: error
            )
        }
    }

    private func moveAside() throws(HeraldError) -> String {
        var number = 1
        while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
        let aside = "\(path).damaged-\(number)"
        guard rename(path, aside) == 0 else {
            throw HeraldError(.io, "the store \(path) is damaged and cannot be moved aside: \(SystemFault().text)")
        }
        return aside
    }

    /// Does something while no other process or thread writes.
    private func locked<Value>(_ body: () throws(HeraldError) -> Value) throws(HeraldError) -> Value {
        try TextFile.makeDirectories(folder)
        let lock = try Self.lock("\(folder)/\(name).lock")
        // Closing it gives the lock back, however this process ends.
        defer { flock(lock.number, LOCK_UN) }
        return try body()
    }

    private static func lock(_ path: String) throws(HeraldError) -> Descriptor {
        do throws(SystemFault) {
            let lock = try Descriptor(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
            while flock(lock.number, LOCK_EX) != 0 {
                guard errno == EINTR else { throw SystemFault() }
            }
            return lock
        } catch {
            throw HeraldError(.io, "cannot lock \(path): \(error.text)")
        }
    }
}
