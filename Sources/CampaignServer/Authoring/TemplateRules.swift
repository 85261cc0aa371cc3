import Storage
import Values

/// What the contents of a template must be like; the REST interface and authoring files judge by the same.
enum TemplateRules {
    /// What is wrong with one field, to be told after its name.
    struct Problem: Sendable, Hashable {
        /// From the template, for example `/channels/0/waitMinutes`.
        var pointer: String
        /// Goes on after the field's name: "must be …".
        var text: String
    }

    static let contentMembers = [
        "channelType", "channelId", "content", "dataType", "categoryFilterEnabled", "templateLabelEnabled",
        "messageRetentionHours", "sequenceOrder", "stopCondition", "waitMinutes",
    ]
    /// Where a template is made a sequence.
    static let sequenceSwitch = "/config/sequenceEnabled"
    static let dataTypes = ["ui_template", "data_template"]
    /// Waits that a step may have, in minutes.
    static let waits = [5, 10, 30, 60, 240, 1440]
    /// How long an item may stay, in hours; 0 for ever.
    static let retentionHours = 0...100.0 * 366 * 24

    /// What of a step may keep the next one from being sent, by the type of the channel.
    static func stopConditions(of channelType: String) -> [String] {
        switch channelType {
        case "in_app": ["delivered", "read", "engaged"]
        case "push": ["delivered", "clicked"]
        default: []
        }
    }

    /// The one name of a stop condition; the vendor's guides have other names for those of the feed.
    static func stopCondition(_ text: String, of channelType: String) -> String {
        switch (channelType, text) {
        case ("in_app", "viewed"): "read"
        case ("in_app", "clicked"): "engaged"
        default: text
        }
    }

    /// Reads one content; each fault is handed to `refuse`, and `nil` comes when there is not even a channel type.
    static func content(_ entry: JSON, at pointer: String, refuse: @escaping (Problem) -> Void) -> ChannelContent? {
        let reader = ContentReader(entry: entry, pointer: pointer, refuse: refuse)
        guard let type = entry["channelType"].string, FeedChannelType.all.contains(type) else {
            reader.refuse("channelType", "must be one of \(FeedChannelType.all.joined(separator: ", "))")
            return nil
        }
        let content = entry["content"]
        if !content.isNull, content.object == nil { reader.refuse("content", "must be an object") }
        if content.object?.keys == [AuthoringRules.includeMember] {
            reader.refuse("content", "must not be an include, which only authoring files have")
        }
        var result = ChannelContent(
            channelType: type,
            channelId: reader.text("channelId") { AuthoringRules.isSlug($0) ? nil : "must be the name of a channel" },
            content: content.object == nil ? [:] : content,
            dataType: reader.text("dataType") { text in
                dataTypes.contains(text) ? nil : "must be one of \(dataTypes.joined(separator: ", "))"
            } ?? dataTypes[0],
            categoryFilterEnabled: reader.flag("categoryFilterEnabled"),
            templateLabelEnabled: reader.flag("templateLabelEnabled")
        )
        result.messageRetentionHours = reader.hours("messageRetentionHours", retentionHours)
        result.sequenceOrder = reader.number("sequenceOrder") { $0 >= 1 ? nil : "must be a whole number from 1" }
        result.waitMinutes = reader.number("waitMinutes") { minutes in
            waits.contains(minutes) ? nil : "must be one of \(waits.map(String.init).joined(separator: ", "))"
        }
        let known = stopConditions(of: type)
        result.stopCondition = reader.text("stopCondition") { text -> String? in
            if known.isEmpty { return "must be left out: \(type) has no stop conditions" }
            return known.contains(stopCondition(text, of: type))
                ? nil : "must be one of \(known.joined(separator: ", ")) for \(type)"
        }.map { stopCondition($0, of: type) }
        return result
    }

    /// What is wrong with the contents as a whole: two for one type of channel, push messages that cannot be shown, and
    /// steps that make no sequence.
    static func problems(channels: [ChannelContent], config: JSON, status: Template.Status) -> [Problem] {
        let pushes = channels.enumerated().flatMap { place, content in
            content.channelType == "push" && content.dataType == "ui_template"
                ? PushContent.problems(content.content, at: "/channels/\(place)/content", isDraft: status == .draft)
                : []
        }
        return pushes + sequence(channels, config)
    }

    private static func sequence(_ channels: [ChannelContent], _ config: JSON) -> [Problem] {
        let switchPointer = sequenceSwitch
        let enabled = config["sequenceEnabled"]
        guard enabled.isNull || enabled.bool != nil else {
            return [Problem(pointer: switchPointer, text: "must be true or false")]
        }
        guard enabled == true else { return [] }
        guard channels.count >= 2 else {
            return [Problem(pointer: switchPointer, text: "needs contents for at least two channels")]
        }
        var firsts: [Int: Int] = [:]
        var problems: [Problem] = []
        for (place, content) in channels.enumerated() {
            let pointer = "/channels/\(place)"
            guard let order = content.sequenceOrder else {
                problems.append(Problem(pointer: pointer + "/sequenceOrder", text: "is needed in a sequence"))
                continue
            }
            if order > channels.count || firsts[order] != nil {
                let text = "must be a number from 1 to \(channels.count) that no other step has"
                problems.append(Problem(pointer: pointer + "/sequenceOrder", text: text))
            }
            firsts[order] = firsts[order] ?? place
            let isLast = order == channels.count
            for (name, isGiven) in [
                ("stopCondition", content.stopCondition != nil), ("waitMinutes", content.waitMinutes != nil),
            ] where isGiven == isLast {
                let text = isLast ? "must be left out of the last step" : "is needed in every step but the last"
                problems.append(Problem(pointer: "\(pointer)/\(name)", text: text))
            }
        }
        return problems
    }
}

extension TemplateRules.Problem {
    /// For callers of the REST interface: `channels[0].waitMinutes must be …`.
    var sentence: String {
        let tokens = (try? JSONPointer(pointer))?.tokens ?? []
        let path = tokens.reduce("") { path, token in
            if token.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return "\(path)[\(token)]" }
            return path.isEmpty ? token : "\(path).\(token)"
        }
        return "\(path) \(text)"
    }

    /// For people who see the place, too: `waitMinutes must be …`.
    var shortSentence: String {
        let name = (try? JSONPointer(pointer))?.tokens.last ?? ""
        return "\(name) \(text)"
    }
}

/// Reads the fields of one content.
private struct ContentReader {
    let entry: JSON
    let pointer: String
    let refuse: (TemplateRules.Problem) -> Void

    func refuse(_ name: String, _ text: String) {
        refuse(TemplateRules.Problem(pointer: "\(pointer)/\(name)", text: text))
    }

    /// A text that the rule finds nothing wrong with.
    func text(_ name: String, _ rule: (String) -> String?) -> String? {
        guard !entry[name].isNull else { return nil }
        guard let text = entry[name].string else {
            refuse(name, "must be a text")
            return nil
        }
        guard let problem = rule(text) else { return text }
        refuse(name, problem)
        return nil
    }

    func number(_ name: String, _ rule: (Int) -> String?) -> Int? {
        guard !entry[name].isNull else { return nil }
        guard let number = entry[name].int.flatMap(Int.init(exactly:)) else {
            refuse(name, "must be a whole number")
            return nil
        }
        guard let problem = rule(number) else { return number }
        refuse(name, problem)
        return nil
    }

    func flag(_ name: String) -> Bool {
        if !entry[name].isNull, entry[name].bool == nil { refuse(name, "must be true or false") }
        return entry[name].bool ?? false
    }

    func hours(_ name: String, _ range: ClosedRange<Double>) -> Double {
        guard !entry[name].isNull else { return 0 }
        guard let hours = entry[name].number, range.contains(hours) else {
            refuse(name, "must be a number of hours, 0 for ever")
            return 0
        }
        return hours
    }
}
