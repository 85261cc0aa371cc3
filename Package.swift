// swift-tools-version: 6.2
import PackageDescription

// Native plugins: folder under `plugins/` and target name. A test compares this list with the folders.
let nativePlugins: [(folder: String, target: String)] = [
    ("api-call", "PluginAPICall"),
    ("chat", "PluginChat"),
    ("custom-callback", "PluginCustomCallback"),
    ("download-file", "PluginDownloadFile"),
    ("open-url", "PluginOpenURL"),
]

let package = Package(
    name: "herald",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "herald", targets: ["HeraldCLI"]),
        .library(name: "Herald", targets: ["Herald"]),
        .library(name: "PluginKit", targets: ["PluginKit"]),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
        // Headers only: the library is loaded when it is first used, see curl_library.h.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CMarkdown",
            pkgConfig: "libcmark-gfm",
            providers: [.apt(["libcmark-gfm-extensions-dev"])]
        ),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // C and C++ bridges.
        .target(name: "CLuaBridge", dependencies: ["CJSONBridge", "CLua"]),
        .target(name: "CNetBridge", dependencies: ["CCurl", "CMicroHTTPD"]),
        .target(
            name: "CJSONBridge",
            cxxSettings: [.define("SIMDJSON_THREADS_ENABLED", to: "1")],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(name: "CHeraldPlugin"),

        // The runtime, bottom up. Arrows point one way; ArchitectureTests guards them.
        .target(name: "Values", dependencies: ["CJSONBridge", "CIDN2"]),
        .target(name: "Cards", dependencies: ["CCrypto", "CMarkdown", "Values"]),
        .target(name: "Scripting", dependencies: ["CLua", "CLuaBridge", "Values"]),
        .target(name: "Plugins", dependencies: ["CHeraldPlugin", "Values"]),
        .target(name: "PluginKit", dependencies: ["CHeraldPlugin", "Values"]),
        .target(name: "Networking", dependencies: ["CCurl", "CWslay", "CNetBridge", "Values"]),
        .target(name: "Storage", dependencies: ["Values"]),
        .target(name: "StorageSQLite", dependencies: ["CSQLite", "Storage", "Values"]),
        .target(name: "Campaigns", dependencies: ["Cards", "Networking", "Values"]),
        .target(
            name: "LuaModules",
            dependencies: ["CCrypto", "Campaigns", "Cards", "Plugins", "Scripting", "Values"]
        ),
        .target(
            name: "CampaignServer",
            dependencies: [
                "CCrypto", "CMicroHTTPD", "CNetBridge", "Cards", "Networking", "Scripting", "Storage", "Values",
            ]
        ),
        .target(name: "EmbeddedServer", dependencies: ["CampaignServer", "StorageSQLite", "Values"]),
        .target(name: "Herald", dependencies: ["Cards", "EmbeddedServer", "LuaModules", "Values"]),
        .executableTarget(name: "HeraldCLI", dependencies: ["EmbeddedServer", "Herald", "Values"]),

        // Tests.
        .testTarget(name: "ArchitectureTests"),
        .testTarget(name: "ValuesTests", dependencies: ["TestSupport", "Values"]),
        .testTarget(name: "NetworkingTests", dependencies: ["CNetBridge", "Networking", "Values"]),
        .testTarget(
            name: "CampaignsTests",
            dependencies: ["Campaigns", "Networking", "Values"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "StorageSQLiteTests",
            dependencies: ["CSQLite", "Storage", "StorageSQLite", "TestSupport", "Values"]
        ),
        .testTarget(
            name: "CampaignServerTests",
            dependencies: [
                "CampaignServer", "Networking", "Scripting", "Storage", "StorageSQLite", "TestSupport", "Values",
            ]
        ),
        .testTarget(name: "EmbeddedServerTests", dependencies: ["EmbeddedServer", "TestSupport", "Values"]),
        .testTarget(
            name: "CardsTests",
            dependencies: ["BrowserSupport", "CardTrial", "Cards", "TestSupport", "Values"],
            resources: [.copy("Fixtures")]
        ),
        .testTarget(
            name: "ScriptingTests",
            dependencies: ["CLua", "CLuaBridge", "Scripting", "TestSupport", "Values"]
        ),
        .testTarget(
            name: "PluginsTests",
            dependencies: ["CHeraldPlugin", "Plugins", "TestSupport", "Values"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "LuaModulesTests",
            dependencies: [
                "Campaigns", "EmbeddedServer", "LuaModules", "Plugins", "Scripting", "TestSupport", "Values",
            ]
        ),
        .testTarget(name: "HeraldTests", dependencies: ["Herald", "TestSupport", "Values"]),
        .testTarget(name: "HeraldCLITests", dependencies: ["Herald", "HeraldCLI", "TestSupport", "Values"]),
        .target(name: "TestSupport", dependencies: ["Values"], path: "Tests/TestSupport"),
        .target(
            name: "BrowserSupport",
            dependencies: ["Networking", "TestSupport", "Values"],
            path: "Tests/BrowserSupport"
        ),
        .target(name: "CardTrial", dependencies: ["Cards", "Values"], path: "Tests/CardTrial"),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport", "Values"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "PluginConformanceTests",
            dependencies: ["CHeraldPlugin", "LuaModules", "Plugins", "TestSupport", "Values"],
            exclude: ["Fixtures"]
        ),
    ],
    cxxLanguageStandard: .cxx17
)

for plugin in nativePlugins {
    package.products.append(.library(name: "plugin-\(plugin.folder)", type: .dynamic, targets: [plugin.target]))
    package.targets.append(
        .target(name: plugin.target, dependencies: ["PluginKit"], path: "plugins/\(plugin.folder)/Sources")
    )
}

// What scripts/dev/bench builds; not a part of the product.
if Context.environment["HERALD_BENCH"] != nil {
    package.targets += [
        .target(name: "CScriptingBench", dependencies: ["CLua"], path: "scripts/dev/scripting/raw"),
        .executableTarget(
            name: "scripting-bench",
            dependencies: ["CScriptingBench", "LuaModules", "Scripting", "Values"],
            path: "scripts/dev/scripting/bench"
        ),
        .executableTarget(name: "cards-bench", dependencies: ["Cards", "Values"], path: "scripts/dev/cards/bench"),
    ]
}

// What scripts/dev/fuzz builds, with libFuzzer; not a part of the product.
if Context.environment["HERALD_FUZZ"] != nil {
    package.targets += [
        .executableTarget(name: "cards-fuzz", dependencies: ["CardTrial"], path: "scripts/dev/cards/fuzz")
    ]
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
    ]
    target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    target.cxxSettings = (target.cxxSettings ?? []) + [.treatAllWarnings(as: .error)]
}
