package import Values

/// What an interactive element asks for.
package struct CardAction: Sendable, Hashable {
    /// What it is; types beyond the format's nine are left to plugins.
    package enum Kind: Sendable, Hashable {
        case openUrl(url: String, openIn: OpenIn)
        case chatWithUser(uid: String)
        case chatWithGroup(guid: String)
        /// Without receiver the conversation on screen is meant.
        case sendMessage(text: String, receiver: Receiver?)
        case copyToClipboard(value: String)
        case downloadFile(url: String, filename: String?)
        case initiateCall(type: CallType, receiver: Receiver?)
        case apiCall(url: String, method: Method, headers: [String: String], body: JSONObject?)
        case customCallback(callbackId: String?, payload: JSONObject?)
        case unknown
    }

    package enum OpenIn: String, Sendable, CaseIterable {
        case browser
        case webview
    }

    package enum CallType: String, Sendable, CaseIterable {
        case audio
        case video
    }

    package enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package enum Receiver: Sendable, Hashable {
        case user(String)
        case group(String)
    }

    /// The type as written; empty when the action has none.
    package var type: String
    package var kind: Kind
    /// The action's own JSON, for the plugin that runs it.
    package var json: JSON
    /// Why the control does nothing; `nil` when it works.
    package var inertReason: String?
}
