// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "greet",
    products: [.library(name: "plugin-greet", type: .dynamic, targets: ["Greet"])],
    dependencies: [.package(path: "../herald")],
    targets: [.target(name: "Greet", dependencies: [.product(name: "PluginKit", package: "herald")])]
)
