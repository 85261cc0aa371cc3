/// Who the client is to the server; the secrets never appear in a description.
package struct Credentials: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The embed key: public, names an app, good for `/v1`.
    package var apiKey: String?
    /// The user's token; with it every call acts as that user.
    package var token: String?
    /// The admin key: secret, for driving campaigns.
    package var adminKey: String?

    package init(apiKey: String? = nil, token: String? = nil, adminKey: String? = nil) {
        self.apiKey = apiKey
        self.token = token
        self.adminKey = adminKey
    }

    /// The request headers; a user's token wins over the admin key, which would act for nobody.
    package var headers: [(name: String, value: String)] {
        var headers: [(name: String, value: String)] = []
        if let key = token == nil ? adminKey ?? apiKey : apiKey { headers.append(("apikey", key)) }
        if let token { headers.append(("authtoken", token)) }
        return headers
    }

    package var description: String {
        let given = [("apiKey", apiKey), ("token", token), ("adminKey", adminKey)].filter { $0.1 != nil }.map(\.0)
        return given.isEmpty ? "no credentials" : given.joined(separator: ", ")
    }

    package var debugDescription: String { description }
}
