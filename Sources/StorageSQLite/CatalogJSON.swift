internal import Storage
internal import Values

/// The lists that are kept as JSON inside a row, in and out.
enum CatalogJSON {
    static func json(_ channels: [ChannelContent]) -> JSON {
        .array(
            channels.map { content in
                [
                    "channelType": .string(content.channelType),
                    "channelId": JSON(content.channelId),
                    "content": content.content,
                    "dataType": .string(content.dataType),
                    "categoryFilterEnabled": .bool(content.categoryFilterEnabled),
                    "templateLabelEnabled": .bool(content.templateLabelEnabled),
                    "messageRetentionHours": .double(content.messageRetentionHours),
                ]
            }
        )
    }

    static func channels(_ json: JSON) -> [ChannelContent] {
        (json.array ?? []).map { content in
            ChannelContent(
                channelType: content["channelType"].string ?? "",
                channelId: content["channelId"].string,
                content: content["content"],
                dataType: content["dataType"].string ?? "ui_template",
                categoryFilterEnabled: content["categoryFilterEnabled"].bool ?? false,
                templateLabelEnabled: content["templateLabelEnabled"].bool ?? false,
                messageRetentionHours: content["messageRetentionHours"].number ?? 0
            )
        }
    }

    static func json(_ variables: [TemplateVariable]) -> JSON {
        .array(
            variables.map { variable in
                [
                    "key": .string(variable.key),
                    "name": JSON(variable.name),
                    "type": .string(variable.type),
                    "required": .bool(variable.required),
                    "default": JSON(variable.defaultValue),
                ]
            }
        )
    }

    static func variables(_ json: JSON) -> [TemplateVariable] {
        (json.array ?? []).map { variable in
            TemplateVariable(
                key: variable["key"].string ?? "",
                name: variable["name"].string,
                type: variable["type"].string ?? "string",
                required: variable["required"].bool ?? false,
                defaultValue: variable["default"].string
            )
        }
    }

    static func json(_ channels: [WebCampaignChannel]) -> JSON {
        .array(channels.map { ["type": .string($0.type), "agent": JSON($0.agent)] })
    }

    static func campaignChannels(_ json: JSON) -> [WebCampaignChannel] {
        (json.array ?? []).map { WebCampaignChannel(type: $0["type"].string ?? "", agent: $0["agent"].string) }
    }
}
