// Govorun: writes sources from what lies in a target's folder, at every build. SPDX-License-Identifier: MIT
import Foundation
import PackagePlugin

/// For a target of plugins, the list of them; for a target with a folder `Web`, its files as string literals.
///
/// The list is derived from paths alone (`Shop/ShopPlugin.swift` declares `ShopPlugin`), so a new folder is found by a plain `swift build`.
/// Texts beside it (`Shop/ShopStrings.ru.yaml`) become the plugin's.
@main
struct GenerateRegistry: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        let tool = try context.tool(named: "RegistryGenerator").url
        let web = target.directoryURL.appending(path: "Web")
        if FileManager.default.fileExists(atPath: web.path) {
            return try [embedding(web, with: tool, into: context.pluginWorkDirectoryURL)]
        }
        return [listing(target, of: context.package.directoryURL, with: tool, into: context.pluginWorkDirectoryURL)]
    }

    private func listing(_ target: any SourceModuleTarget, of package: URL, with tool: URL, into folder: URL) -> Command {
        let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
        let plugins = sources.filter { url in
            url.lastPathComponent == url.deletingLastPathComponent().lastPathComponent + "Plugin.swift"
        }
        let names = plugins.map { $0.deletingPathExtension().lastPathComponent }.sorted()
        let strings = target.sourceFiles.map(\.url).filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
        // As they are opened from where the package lies.
        let root = package.path + (package.path.hasSuffix("/") ? "" : "/")
        let paths = sources.map(\.path).filter { $0.hasPrefix(root) }.map { String($0.dropFirst(root.count)) }.sorted()
        let output = folder.appending(path: "Registry+Generated.swift")
        return .buildCommand(
            displayName: "Listing \(names.count) plugins", executable: tool,
            arguments: ["registry", output.path] + names + ["--strings"] + strings.map(\.path) + ["--sources"] + paths,
            inputFiles: sources + strings, outputFiles: [output])
    }

    private func embedding(_ web: URL, with tool: URL, into folder: URL) throws -> Command {
        let files = try FileManager.default.contentsOfDirectory(at: web, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.path < $1.path }
        let output = folder.appending(path: "WebFiles+Generated.swift")
        return .buildCommand(
            displayName: "Embedding \(files.count) web files", executable: tool, arguments: ["web", output.path] + files.map(\.path),
            inputFiles: files, outputFiles: [output])
    }
}
