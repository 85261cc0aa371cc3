internal import CHeraldPlugin
import Values

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Loads the library of a native plugin and judges its entry.
///
/// A library stays loaded: Swift code and threads in it must never lose their ground.
struct PluginLibrary: @unchecked Sendable {
    /// What the library exports, constant for the life of the process.
    let entry: UnsafePointer<herald_entry>

    /// Runs on a thread that may block.
    ///
    /// - Throws: ``HeraldError`` with `plugin_refused`.
    init(path: String, manifest: PluginManifest) throws(HeraldError) {
        // The scan looked at it, too, perhaps long ago.
        if let objection = FileSystem.objection(toLibrary: path) {
            throw HeraldError(.pluginRefused, "\(path) \(objection)", hint: LibraryFile.hint)
        }
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
            throw HeraldError(
                .pluginRefused,
                "\(manifest.id) cannot be loaded: \(reason)",
                hint: "the entry must be a shared library for this machine, and what it needs must be installed"
            )
        }
        guard let symbol = dlsym(library, manifest.entrySymbol) else {
            throw HeraldError(
                .pluginRefused,
                "\(path) does not export \(manifest.entrySymbol)",
                hint: "the name follows from the id; in Swift the function must be public"
            )
        }
        typealias Export = @convention(c) () -> UnsafePointer<herald_entry>?
        guard let entry = unsafeBitCast(symbol, to: Export.self)() else {
            throw HeraldError(.pluginRefused, "\(manifest.entrySymbol) of \(manifest.id) returned nothing")
        }
        try Self.judge(entry, manifest)
        self.entry = entry
    }

    private static func judge(
        _ entry: UnsafePointer<herald_entry>,
        _ manifest: PluginManifest
    ) throws(HeraldError) {
        let head = UnsafeRawPointer(entry)
        // Until magic and version are known to be ours nothing but the first four numbers may be read.
        func number(_ place: Int) -> UInt32 { head.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self) }
        guard number(0) == HERALD_MAGIC else {
            throw HeraldError(.pluginRefused, "\(manifest.id) has no Herald entry behind \(manifest.entrySymbol)")
        }
        let (major, minor) = (number(2), number(3))
        guard major == HERALD_ABI_MAJOR, minor <= HERALD_ABI_MINOR else {
            throw HeraldError(
                .pluginRefused,
                "\(manifest.id) needs version \(major).\(minor) of the plugin contract, and this host has "
                    + "\(HERALD_ABI_MAJOR).\(HERALD_ABI_MINOR)",
                hint: major > HERALD_ABI_MAJOR || minor > HERALD_ABI_MINOR
                    ? "a newer Herald is needed" : "the plugin must be built again"
            )
        }
        guard number(1) >= MemoryLayout<herald_entry>.size else {
            throw HeraldError(
                .pluginRefused,
                "the entry of \(manifest.id) has \(number(1)) bytes, and needs \(MemoryLayout<herald_entry>.size)"
            )
        }
        try agree("id", entry.pointee.id, manifest.id, manifest)
        try agree("version", entry.pointee.version, manifest.version, manifest)
        guard entry.pointee.create != nil else {
            throw HeraldError(.pluginRefused, "the entry of \(manifest.id) has no create function")
        }
    }

    private static func agree(
        _ what: String,
        _ inLibrary: UnsafePointer<CChar>?,
        _ inManifest: String,
        _ manifest: PluginManifest
    ) throws(HeraldError) {
        let found = inLibrary.map { String(cString: $0) } ?? ""
        guard found != inManifest else { return }
        throw HeraldError(
            .pluginRefused,
            "the \(what) of \(manifest.id) is \"\(inManifest)\" in plugin.json and \"\(found)\" in \(manifest.entry)",
            hint: "build the plugin again, or correct plugin.json"
        )
    }

    /// A struct of the contract as far as its `size` says that it is there; what is missing is zero.
    ///
    /// - Returns: `nil` when `address` is, or when fewer than `least` bytes are there.
    static func read<Contents>(_ address: UnsafeRawPointer?, as zero: Contents, least: Int) -> Contents? {
        guard let address else { return nil }
        let size = Int(address.loadUnaligned(as: UInt32.self))
        guard size >= least else { return nil }
        var contents = zero
        withUnsafeMutableBytes(of: &contents) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: min(size, bytes.count)))
        }
        return contents
    }
}
