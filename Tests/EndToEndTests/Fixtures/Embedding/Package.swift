// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "shop",
    dependencies: [.package(path: "../herald")],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "Herald", package: "herald"), .product(name: "plugin-open-url", package: "herald"),
            ]
        )
    ]
)
