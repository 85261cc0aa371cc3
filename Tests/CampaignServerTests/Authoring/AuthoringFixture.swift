import CampaignServer
import Foundation
import Values

/// A folder of campaign files that is gone after the test.
struct AuthoringFixture {
    let root: String
    var campaigns: String { root + "/campaigns" }

    /// Writes files by their path under the root.
    init(_ files: [String: String]) throws {
        root = NSTemporaryDirectory() + "herald-authoring-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root + "/campaigns", withIntermediateDirectories: true)
        for (name, text) in files {
            let url = URL(filePath: "\(root)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/\(name)",
            withDestinationPath: "\(root)/\(target)"
        )
    }

    func pipe(_ name: String) throws {
        guard mkfifo("\(root)/\(name)", 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Reads the campaign files, agents beside them.
    func check() throws -> CampaignFiles { try Self.check(campaigns) }

    static func check(_ folder: String) throws -> CampaignFiles {
        CampaignFiles.check(try AuthoringTexts.read(folder: folder), agents: folder + "/../agents")
    }

    func load(_ name: String = "campaigns") throws -> CampaignFiles {
        let folder = "\(root)/\(name)"
        return try CampaignFiles.load(try AuthoringTexts.read(folder: folder), agents: folder + "/../agents")
    }

    func remove() { try? FileManager.default.removeItem(atPath: root) }

    /// The package's own `scripts` folder.
    static let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "scripts").path

    /// A card around elements.
    static func card(_ body: String) -> String {
        """
        {"version": "1.0", "style": {"background": {"light": "transparent", "dark": "transparent"}}, "body": [\(body)]}
        """
    }

    /// A whole file with one fault, or none, put in: members of a template, a message and a campaign.
    static func file(
        template: String = "",
        message: String = "",
        campaign: String = "",
        card: String = card(#"{"id": "t", "type": "text", "content": "Arrives {{eta}}"}"#),
        top: String = ""
    ) -> String {
        """
        {"herald": 1,
         "users": [{"id": "ana", "name": "Ana"}],
         "categories": [{"name": "Updates"}],
         "feedChannels": [{"channelId": "inbox", "name": "Inbox", "type": "in_app"}],
         "templates": [{"templateId": "parcel", "name": "Parcel", "category": "Updates", "alternativeText": "Parcel {{eta}}",
           "variables": [{"key": "eta", "default": "soon"}], "card": \(card)\(template)}],
         "campaigns": [{"id": "linen", "name": "Linen", "channels": [{"type": "chat", "agent": "mila"}]\(campaign)}],
         "messages": [{"id": "seed", "template": "parcel", "receivers": ["ana"]\(message)}]\(top)}
        """
    }
}
