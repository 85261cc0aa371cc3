internal import Values

/// Takes the body of a download: into a file, or nowhere where effects are only recorded.
final class DownloadReceiver: BodyReceiver {
    /// Progress is told so often, however long the body is, and at least so many bytes apart.
    private static let reports = 50
    private static let fewestBytes = 64 << 10

    private struct State {
        var bytes = 0
        var total: Int?
        var told = 0
    }

    private let file: IncompleteFile?
    private let folder: DownloadFolder?
    private let name: String
    private let progress: @Sendable (JSON) -> Void
    private let state = Lock(State())

    init(
        _ file: IncompleteFile?,
        in folder: DownloadFolder?,
        name: String,
        progress: @escaping @Sendable (JSON) -> Void
    ) {
        self.file = file
        self.folder = folder
        self.name = name
        self.progress = progress
    }

    /// How much has come.
    var bytes: Int { state.withLock { $0.bytes } }

    func begin(_ head: HTTPResponse) throws(HeraldError) {
        state.withLock { $0.total = head.header("content-length").flatMap { Int($0) } }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(HeraldError) {
        do throws(SystemFault) {
            try file?.write(bytes)
        } catch {
            throw folder?.failure("save \(name)", error) ?? HeraldError(.io, error.text)
        }
        let event = state.withLock { state -> JSON? in
            state.bytes += bytes.count
            let step = max(Self.fewestBytes, (state.total ?? 0) / Self.reports)
            guard state.bytes == state.total || state.bytes - state.told >= step else { return nil }
            state.told = state.bytes
            var event: JSON = ["message": .string(name), "bytes": .int(Int64(state.bytes))]
            if let total = state.total, total > 0 {
                event["total"] = .int(Int64(total))
                event["fraction"] = .double(Double(state.bytes) / Double(total))
            }
            return event
        }
        if let event { progress(event) }
    }
}
