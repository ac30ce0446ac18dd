// Govorun: the compiler, asked about a piece of source. SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Checks source with the compiler and the modules that these tests were built with.
struct TypeChecker {
    /// What the compiler says of one place.
    struct Remark: Sendable, CustomStringConvertible {
        let file: String
        let line: Int
        let severity: String
        let message: String
        var description: String { "\(file):\(line): \(severity): \(message)" }
    }

    private let compiler: URL
    private let arguments: [String]

    /// As of the package's targets.
    private static let features = [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
        "InferIsolatedConformances",
        "ImmutableWeakCaptures",
    ]

    /// The toolchain is the one whose standard library this process has loaded; the modules lie beside the test runner.
    init() throws {
        let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
        let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        let library = try #require(lines.first { $0.hasSuffix("/libswiftCore.so") }, "the standard library is not found")
        let path = String(library[try #require(library.firstIndex(of: "/"))...])
        // …/usr/lib/swift/linux/libswiftCore.so
        let toolchain = (0..<4).reduce(URL(filePath: path)) { folder, _ in folder.deletingLastPathComponent() }
        compiler = toolchain.appending(path: "bin/swiftc")
        let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let moduleMaps = try FileManager.default.contentsOfDirectory(at: products, includingPropertiesForKeys: nil)
            .map { $0.appending(path: "module.modulemap") }.filter { FileManager.default.fileExists(atPath: $0.path) }
        var arguments = ["-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm"]
        arguments += ["-I", products.appending(path: "Modules").path, "-module-cache-path", products.appending(path: "ModuleCache").path]
        arguments += ["-plugin-path", toolchain.appending(path: "lib/swift/host/plugins/testing").path]
        for feature in Self.features { arguments += ["-enable-upcoming-feature", feature] }
        for map in moduleMaps { arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"] }
        self.arguments = arguments
    }

    /// What the compiler says of `source`, in its order.
    func remarks(on source: String) async throws -> [Remark] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "govorun-check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let (file, said) = (folder.appending(path: "Plugin.swift"), folder.appending(path: "said.txt"))
        try Data(source.utf8).write(to: file)
        try Data().write(to: said)
        let status = try await run(arguments + [file.path], output: try FileHandle(forWritingTo: said))
        let text = try String(contentsOf: said, encoding: .utf8)
        let remarks = text.split(separator: "\n").compactMap(Remark.init)
        try #require(status == 0 || remarks.contains { $0.severity == "error" }, "the compiler ended with \(status): \(text)")
        return remarks
    }

    private func run(_ arguments: [String], output: FileHandle) async throws -> Int32 {
        let process = Process()
        process.executableURL = compiler
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}

extension TypeChecker.Remark {
    /// Reads `Plugin.swift:12:5: error: what is wrong`; `nil` for the lines between.
    init?(_ line: Substring) {
        guard let found = line.wholeMatch(of: /(?<file>[^:]+):(?<line>\d+):\d+: (?<severity>error|warning|note): (?<message>.*)/) else {
            return nil
        }
        file = String(found.file)
        self.line = Int(found.line) ?? 0
        severity = String(found.severity)
        message = String(found.message)
    }
}
