package import Values

/// A quarantine as it is kept between runs.
package struct QuarantineRecord: Sendable, Hashable {
    /// The plugin's id.
    package let id: String
    /// The folder and the state of the library: of another one nothing is known.
    private let directory: String
    private let library: String
    private let message: String
    /// When it began, in milliseconds since 1970.
    private let since: Int64

    init?(_ record: PluginRecord, library: String?, reason: HeraldError, since: Int64) {
        guard let library else { return nil }
        id = record.id
        directory = Self.place(record)
        self.library = library
        message = reason.message
        self.since = since
    }

    /// - Returns: `nil` for what no version has written.
    package init?(id: String, json: JSON) {
        guard let directory = json["directory"].string, let library = json["library"].string,
            let message = json["message"].string, let since = json["since"].int
        else { return nil }
        self.id = id
        self.directory = directory
        self.library = library
        self.message = message
        self.since = since
    }

    package var json: JSON {
        [
            "directory": .string(directory), "library": .string(library), "message": .string(message),
            "since": .int(since),
        ]
    }

    /// Whether it is about the very library that a record names.
    func concerns(_ record: PluginRecord) -> Bool {
        record.id == id && Self.place(record) == directory
            && record.entryPath.flatMap(FileSystem.fingerprint) == library
    }

    /// The folder, however a person spells it.
    private static func place(_ record: PluginRecord) -> String {
        FileSystem.resolved(record.directory) ?? record.directory
    }

    /// Why the plugin is not called, and what to do about it.
    var reason: HeraldError {
        HeraldError(
            .pluginQuarantined,
            message,
            hint: QuarantineRule.hint(id, isKept: true),
            details: ["since": .int(since / 1000)]
        )
    }

    /// Puts the plugins into quarantine that records are about.
    package static func apply(_ quarantines: [QuarantineRecord], to records: inout [PluginRecord]) {
        for place in records.indices {
            guard case .ready = records[place].state else { continue }
            guard let quarantine = quarantines.first(where: { $0.concerns(records[place]) }) else { continue }
            records[place].state = .quarantined(quarantine.reason)
        }
    }
}
