package import Values

// The parts of templates and web campaigns as JSON: the same on the wire, in files and inside rows.

extension ChannelContent {
    package var json: JSON {
        let hours = messageRetentionHours
        var json: JSON = [
            "channelType": .string(channelType),
            "channelId": JSON(channelId),
            "content": content,
            "dataType": .string(dataType),
            "categoryFilterEnabled": .bool(categoryFilterEnabled),
            "templateLabelEnabled": .bool(templateLabelEnabled),
            "messageRetentionHours": Int64(exactly: hours).map(JSON.int) ?? .double(hours),
        ]
        if let sequenceOrder { json["sequenceOrder"] = .int(Int64(sequenceOrder)) }
        if let stopCondition { json["stopCondition"] = .string(stopCondition) }
        if let waitMinutes { json["waitMinutes"] = .int(Int64(waitMinutes)) }
        return json
    }

    /// Reads what ``json`` wrote; what is not there is as by default.
    package init(_ json: JSON) {
        self.init(
            channelType: json["channelType"].string ?? "",
            channelId: json["channelId"].string,
            content: json["content"],
            dataType: json["dataType"].string ?? "ui_template",
            categoryFilterEnabled: json["categoryFilterEnabled"].bool ?? false,
            templateLabelEnabled: json["templateLabelEnabled"].bool ?? false,
            messageRetentionHours: json["messageRetentionHours"].number ?? 0,
            sequenceOrder: json["sequenceOrder"].int.flatMap(Int.init(exactly:)),
            stopCondition: json["stopCondition"].string,
            waitMinutes: json["waitMinutes"].int.flatMap(Int.init(exactly:))
        )
    }
}

extension TemplateVariable {
    package var json: JSON {
        var json: JSON = ["key": .string(key), "type": .string(type), "required": .bool(required)]
        if let name { json["name"] = .string(name) }
        if let defaultValue { json["default"] = .string(defaultValue) }
        return json
    }

    /// Reads what ``json`` wrote; what is not there is as by default.
    package init(_ json: JSON) {
        self.init(
            key: json["key"].string ?? "",
            name: json["name"].string,
            type: json["type"].string ?? "string",
            required: json["required"].bool ?? false,
            defaultValue: json["default"].string
        )
    }
}

extension WebCampaignChannel {
    package var json: JSON {
        var json: JSON = ["type": .string(type)]
        if let agent { json["agent"] = .string(agent) }
        if !hours.isNull { json["hours"] = hours }
        return json
    }

    /// Reads what ``json`` wrote.
    package init(_ json: JSON) {
        self.init(type: json["type"].string ?? "", agent: json["agent"].string, hours: json["hours"])
    }
}
