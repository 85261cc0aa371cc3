import Storage
import Values

extension Category {
    /// The category on the wire; clients differ in whether they read `label` or `name`.
    var json: JSON {
        [
            "id": .string(id), "appId": .string(Application.localID), "name": .string(name), "label": .string(name),
            "description": JSON(text), "createdAt": .int(createdAt), "updatedAt": .int(updatedAt),
        ]
    }
}

extension FeedChannel {
    var json: JSON {
        [
            "id": .string(id), "appId": .string(Application.localID), "name": .string(name),
            "channelId": .string(channelId), "type": .string(type), "enabled": .bool(enabled), "metadata": metadata,
            "templateCount": .int(Int64(templateCount)), "createdAt": .int(createdAt), "updatedAt": .int(updatedAt),
        ]
    }
}

extension Template {
    /// The template on the wire; old versions only where the store read them.
    var json: JSON {
        var json: JSON = [
            "id": .string(id),
            "templateId": .string(templateId),
            "appId": .string(Application.localID),
            "name": .string(name),
            "templateCategory": JSON(category),
            "category": JSON(category),
            "label": JSON(label),
            "alternativeText": JSON(alternativeText),
            "tags": .array(tags.map(JSON.string)),
            "status": .string(status.rawValue),
            "currentVersion": .int(Int64(currentVersion)),
            "channels": .array(channels.map(\.json)),
            "variableSchema": .array(variables.map(\.json)),
            "config": config,
            "createdAt": .int(createdAt),
            "updatedAt": .int(updatedAt),
        ]
        if !versions.isEmpty { json["versions"] = .array(versions.map(\.json)) }
        return json
    }
}

extension TemplateVersion {
    fileprivate var json: JSON {
        [
            "version": .int(Int64(version)), "channels": .array(channels.map(\.json)),
            "variableSchema": .array(variables.map(\.json)), "createdAt": .int(createdAt),
        ]
    }
}
