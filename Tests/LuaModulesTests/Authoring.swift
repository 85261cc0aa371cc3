import TestSupport
import Values

/// The campaign files of a test.
struct Authoring: Sendable {
    /// Messages that lie in Ana's feed at start: their templates, oldest first.
    var seeds: [String] = []
    var agent = """
        return {
            name = "Echo", kind = "bot",
            greet = function(visitor) return "hello " .. visitor.id end,
            reply = function(visitor, text)
                if text == "quiet" then return nil end
                return { text, text .. "!" }
            end,
        }
        """

    func write(to folder: TemporaryDirectory) throws {
        try folder.write("agents/echo.lua", agent)
        let messages = seeds.enumerated().map { place, template -> JSON in
            let age = "\(seeds.count - place)h"
            return [
                "id": .string("seed-\(place)"), "template": .string(template), "receivers": ["ana"],
                "sentAgo": .string(age),
            ]
        }
        var file = Self.catalog
        file["messages"] = .array(messages)
        try folder.write("campaigns/all.json", file.text)
    }

    private static let catalog: JSON = [
        "herald": 1,
        "users": [["id": "ana", "name": "Ana"], ["id": "ben", "name": "Ben"]],
        "categories": [["name": "Updates", "description": "u"], ["name": "Offers", "description": "o"]],
        "feedChannels": [["channelId": "inbox", "name": "Inbox", "type": "in_app", "enabled": true]],
        "templates": [
            template("note", "Updates", "A note from {{who}}", tags: ["notes"]),
            template("offer", "Offers", "An offer", tags: ["offers", "spring"]),
        ],
        "campaigns": [
            [
                "id": "shop", "name": "Shop", "locale": "en",
                "channels": [["type": "chat", "agent": "echo"], ["type": "scheduledCallback"]],
            ],
            ["id": "desk", "name": "Desk", "channels": [["type": "scheduledCallback"]]],
        ],
    ]

    private static func template(_ id: String, _ category: String, _ text: String, tags: [String]) -> JSON {
        [
            "templateId": .string(id), "name": .string(id), "category": .string(category), "label": "L",
            "alternativeText": .string(text), "tags": .array(tags.map(JSON.string)),
            "variables": [["key": "who", "type": "string", "default": "Mila"], ["key": "link", "type": "string"]],
            "card": card,
        ]
    }

    /// One control for each thing that a tap can come to.
    private static let card: JSON = [
        "version": "1.0",
        "fallbackText": "A card",
        "style": ["background": ["light": "#FFFFFF", "dark": "#000000"]],
        "body": [
            ["id": "title", "type": "text", "content": "From {{who}}", "variant": "heading3"],
            button("open", ["type": "openUrl", "url": "https://shop.example.com/a"]),
            button("copy", ["type": "copyToClipboard", "value": "HP-1"]),
            button("ask", ["type": "customCallback", "callbackId": "ask", "payload": ["n": 1]]),
            button("wallet", ["type": "addToWallet", "pass": "p1"]),
            button("mail", ["type": "openUrl", "url": "mailto:a@example.com"]),
            // Nothing fills it, so the control is inert.
            button("broken", ["type": "openUrl", "url": "{{link}}"]),
        ],
    ]

    private static func button(_ id: String, _ action: JSON) -> JSON {
        ["id": .string(id), "type": "button", "label": .string("Do \(id)"), "action": action]
    }
}
