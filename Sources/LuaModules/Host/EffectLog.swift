internal import Values

/// Performs effects through the host's environment, or only notes them where there is none, and tells each action and
/// run which were its own.
package final class EffectLog: Sendable {
    /// Names a recording: one action, one run, one connected user.
    ///
    /// Plugins carry it as the mark of their call. Unique in the process, since the mark of one runtime may come along into another.
    typealias Tag = UInt64

    private struct Recording {
        var effects: [Effect] = []
        /// Recordings that this one is a part of.
        let outer: [Tag]
    }

    private static let lastTag = Lock<Tag>(0)

    /// Where messages go that are for a session of their run.
    let conversations = Conversations()
    private let environment: (any HostEnvironment)?
    /// Where the effect `file` goes before the environment hears of it.
    private let downloads: DownloadFolder?
    private let log: LogSink
    private let recordings = Lock<[Tag: Recording]>([:])

    init(environment: (any HostEnvironment)?, downloads: DownloadFolder? = nil, log: @escaping LogSink) {
        self.environment = environment
        self.downloads = downloads
        self.log = log
    }

    /// Begins a recording; its effects count for those of `outer` that are open, too.
    func begin(within outer: [Tag] = []) -> Tag {
        let tag = Self.lastTag.withLock { last in
            last += 1
            return last
        }
        recordings.withLock { recordings in
            var all: [Tag] = []
            for tag in outer {
                guard let recording = recordings[tag], !all.contains(tag) else { continue }
                all.append(tag)
                for tag in recording.outer where !all.contains(tag) { all.append(tag) }
            }
            recordings[tag] = Recording(outer: all)
        }
        return tag
    }

    /// Ends a recording and gives what it heard; nothing is kept.
    @discardableResult
    func end(_ tag: Tag) -> [Effect] {
        recordings.withLock { $0.removeValue(forKey: tag)?.effects ?? [] }
    }

    /// What an open recording heard so far.
    func effects(of tag: Tag) -> [Effect] { recordings.withLock { $0[tag]?.effects ?? [] } }

    /// How many recordings that are open an open one is a part of.
    func depth(of tag: Tag) -> Int { recordings.withLock { $0[tag]?.outer.count ?? 0 } }

    /// Whether a recording of this log is open under that tag.
    func isOpen(_ tag: Tag) -> Bool { recordings.withLock { $0[tag] != nil } }

    private func deliver(_ effect: Effect, _ tag: Tag) async throws -> JSON? {
        if effect.kind == "message",
            let answer = try await conversations.send(effect.details, for: recordings(around: tag))
        {
            return answer
        }
        return try await environment?.perform(effect)
    }

    /// The recording and those it is a part of.
    private func recordings(around tag: Tag) -> [Tag] {
        [tag] + recordings.withLock { $0[tag]?.outer ?? [] }
    }

    /// Performs an effect; one that failed is not recorded.
    func perform(_ effect: Effect, tag: Tag) async throws -> JSON {
        try await pass(saved(EffectRules.forOutside(effect)), tag: tag)
    }

    /// The effect as it is after its file was saved, when it is one.
    private func saved(_ effect: Effect) async throws(HeraldError) -> Effect {
        guard effect.kind == "file", let downloads, let name = effect.details["name"]?.string,
            let bytes = try? Base64.decode(effect.details["base64"]?.string ?? "")
        else { return effect }
        let kept = try await BlockingWork.run { () throws(HeraldError) in try downloads.save(bytes, as: name) }
        var effect = effect
        effect.details = ["name": .string(kept.name), "bytes": .int(Int64(bytes.count)), "path": .string(kept.path)]
        return effect
    }

    /// Whether a file would go nowhere: somebody performs effects, and no folder is theirs.
    var savesNoFiles: Bool { environment != nil && downloads == nil }

    /// Tells the environment and the recordings of an effect.
    func pass(_ effect: Effect, tag: Tag) async throws -> JSON {
        let result = try await deliver(effect, tag) ?? .null
        let isRecorded = recordings.withLock { recordings in
            guard let recording = recordings[tag] else { return false }
            for tag in [tag] + recording.outer { recordings[tag]?.effects.append(effect) }
            return true
        }
        if !isRecorded { log(.info, "the effect \"\(effect.kind)\" belongs to no action that still runs") }
        return result
    }
}
