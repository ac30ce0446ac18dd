// swift-tools-version: 6.2
// Govorun: fuzz targets, apart from the product so that its builds and tests stay quick. SPDX-License-Identifier: MIT
import PackageDescription

/// libFuzzer wants edges counted in the code under test as well: build with `-Xswiftc -sanitize=fuzzer`.
let package = Package(
    name: "GovorunFuzz",
    dependencies: [.package(name: "Govorun", path: "..")],
    targets: [
        .executableTarget(
            name: "FuzzJSON", dependencies: [.product(name: "TapeJSON", package: "Govorun")],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")])
    ],
    swiftLanguageModes: [.v6]
)
