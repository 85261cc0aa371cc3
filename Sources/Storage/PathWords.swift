/// Words that stand in a path of the REST interface where others have an id: what has such an id could not be reached.
package enum PathWords {
    /// Beside `/v3/templates/{id}`.
    package static let besideTemplates: Set<String> = ["categories"]
    /// Beside `/v3/channels/{id}`.
    package static let besideFeedChannels: Set<String> = ["availability"]
}
