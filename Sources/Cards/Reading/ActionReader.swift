internal import Values

/// Reads an action and says whether a tap on it can do something.
enum ActionReader {
    static func read(_ object: JSONObject, at pointer: JSONPointer, _ owner: FieldReader) -> CardAction {
        let fields = FieldReader(object, at: pointer, elementId: owner.elementId, log: owner.log)
        let json = JSON.object(object)
        guard let type = fields.take("type").string, !type.isBlank else {
            fields.note(.warning, .badAction, nil, "an action has a `type`", value: json)
            return CardAction(type: "", kind: .unknown, json: json, inertReason: "the action has no type")
        }
        guard let kind = kind(type, fields) else {
            fields.note(.warning, .unknownAction, "type", "unknown action type \"\(type)\"", value: .string(type))
            // A plugin may know it, so a tap is let through.
            return CardAction(type: type, kind: .unknown, json: json)
        }
        fields.noteUnknown()
        let reason = inertReason(kind)
        if let reason { fields.note(.warning, .badAction, nil, "a tap does nothing: \(reason)", value: json) }
        return CardAction(type: type, kind: kind, json: json, inertReason: reason)
    }

    /// The action of a link in markdown.
    static func link(_ url: String) -> CardAction {
        let kind = CardAction.Kind.openUrl(url: url, openIn: .browser)
        let json: JSON = ["type": "openUrl", "url": .string(url)]
        return CardAction(type: "openUrl", kind: kind, json: json, inertReason: inertReason(kind))
    }

    private static func kind(_ type: String, _ fields: FieldReader) -> CardAction.Kind? {
        switch type {
        case "openUrl": .openUrl(url: fields.text("url"), openIn: fields.choice("openIn", default: .browser))
        case "chatWithUser": .chatWithUser(uid: fields.text("uid"))
        case "chatWithGroup": .chatWithGroup(guid: fields.text("guid"))
        case "sendMessage":
            .sendMessage(text: fields.text("text"), receiver: fields.receiver("receiverUid", "receiverGuid"))
        case "copyToClipboard": .copyToClipboard(value: fields.text("value"))
        case "downloadFile": .downloadFile(url: fields.text("url"), filename: fields.optionalString("filename"))
        case "initiateCall": call(fields)
        case "apiCall":
            .apiCall(
                url: fields.text("url"),
                method: fields.choice("method", default: .post),
                headers: fields.headers(),
                body: fields.optionalObject("body")
            )
        case "customCallback":
            .customCallback(
                callbackId: fields.optionalString("callbackId"),
                payload: fields.optionalObject("payload")
            )
        default: nil
        }
    }

    private static func call(_ fields: FieldReader) -> CardAction.Kind {
        let receiver = fields.receiver("uid", "guid")
        guard let type: CardAction.CallType = fields.optionalChoice("callType") else {
            return .initiateCall(type: .audio, receiver: nil)
        }
        return .initiateCall(type: type, receiver: receiver)
    }

    private static func inertReason(_ kind: CardAction.Kind) -> String? {
        switch kind {
        case .openUrl(let url, _): urlReason(url, webOnly: false)
        case .downloadFile(let url, _), .apiCall(let url, _, _, _): urlReason(url, webOnly: true)
        case .chatWithUser(let uid): uid.isBlank ? "`uid` is blank" : nil
        case .chatWithGroup(let guid): guid.isBlank ? "`guid` is blank" : nil
        case .sendMessage(let text, _): text.isBlank ? "`text` is blank" : nil
        case .copyToClipboard(let value): value.isEmpty ? "`value` is empty" : nil
        case .initiateCall(_, let receiver): receiver == nil ? "it names nobody to call, or no kind of call" : nil
        case .customCallback(let id, _): id?.isBlank == true ? "`callbackId` is blank" : nil
        case .unknown: nil
        }
    }

    private static func urlReason(_ text: String, webOnly: Bool) -> String? {
        if text.isBlank { return "`url` is blank" }
        do {
            let url = try URLGate.read(text)
            return !webOnly || url.scheme == "https" || url.scheme == "http"
                ? nil : "a \(url.scheme) URL cannot be fetched"
        } catch {
            return error.message
        }
    }
}

extension FieldReader {
    /// Empty when it is missing: the action is inert then.
    fileprivate func text(_ key: String) -> String { optionalString(key) ?? "" }

    /// Of two the user counts.
    fileprivate func receiver(_ user: String, _ group: String) -> CardAction.Receiver? {
        let ids = (user: optionalString(user), group: optionalString(group))
        if let id = ids.user, !id.isBlank { return .user(id) }
        if let id = ids.group, !id.isBlank { return .group(id) }
        return nil
    }

    fileprivate func headers() -> [String: String] {
        var headers: [String: String] = [:]
        guard let object = optionalObject("headers") else { return headers }
        let inner = FieldReader(object, at: pointer.appending("headers"), elementId: elementId, log: log)
        for key in object.keys { headers[key] = inner.optionalString(key) }
        return headers
    }
}
