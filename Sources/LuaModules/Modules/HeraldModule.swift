internal import Campaigns
internal import Plugins
internal import Scripting
internal import Values

/// The `herald` module of one run.
enum HeraldModule {
    static func make(_ scope: RunScope, arguments: [String]) -> LuaModule {
        let host = scope.host
        let permissions = host.scriptPermissions
        let environment = LuaPluginLoader.environment(host.configuration.variables, permissions)
        return LuaModule("herald") { module in
            module.addCore(CoreHost(arguments: arguments, environment: environment))
            module.addFiles(host.files)
            module.addStore(host.store)
            addConnections(to: &module, scope)
            addExtensions(to: &module, scope)
            module.asyncFunction("http") { (options: HTTPOptions) async throws -> LuaFields in
                try await options.perform(host.network, permissions: permissions)
            }
        }
    }

    private static func addConnections(to module: inout LuaModule, _ scope: RunScope) {
        module.asyncFunction("connect") { (options: ConnectOptions) async throws -> AppObject in
            try await scope.host.connect(options, scope)
        }
        module.asyncFunction("admin") { (options: AdminOptions) async throws -> AdminObject in
            let client = try await scope.host.adminClient(server: options.server, key: options.adminKey)
            return AdminObject(client: client, files: scope.host.files)
        }
    }

    private static func addExtensions(to module: inout LuaModule, _ scope: RunScope) {
        module.function("on_callback") { (id: String, function: LuaFunction) throws -> SubscriptionObject in
            try ExtensionName.check(id, "the callback's id")
            let callbacks = scope.host.callbacks
            let serial = callbacks.add(id) { payload, context in
                try await function.call([payload, context], as: JSON?.self) ?? .null
            }
            let cleanup = scope.atEnd { callbacks.remove(serial, for: id) }
            let subscription = SubscriptionObject(queue: nil)
            subscription.onEnd { [scope] in
                callbacks.remove(serial, for: id)
                scope.forget(cleanup)
            }
            return subscription
        }
        module.module("card") { card in
            card.whenCalled { (content: JSON) in
                CardObject(scope: scope, content: content, alternativeText: nil, origin: nil)
            }
            card.addCardParts()
        }
        module.function("action") { (type: String, function: LuaFunction) throws in
            let host = scope.host
            try host.registerNew(action: type) { action, context in
                try await function.call([action, context], as: JSON?.self) ?? .null
            }
            scope.atEnd { host.registry.unregister(action: type) }
        }
    }

    struct ConnectOptions: LuaOptions {
        static let names = ["server", "api_key", "user", "token"]
        let server: String?
        let apiKey: String?
        let user: String?
        let token: String?

        init(_ options: LuaOptionReader) throws(HeraldError) {
            server = try options.optional("server")
            apiKey = try options.optional("api_key")
            user = try options.optional("user")
            token = try options.optional("token")
        }
    }

    struct AdminOptions: LuaOptions {
        static let names = ["server", "admin_key"]
        let server: String?
        let adminKey: String?

        init(_ options: LuaOptionReader) throws(HeraldError) {
            server = try options.optional("server")
            adminKey = try options.optional("admin_key")
        }
    }
}
