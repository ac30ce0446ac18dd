// Govorun: strings files as string literals. SPDX-License-Identifier: MIT
import Foundation

/// A strings file of a plugin, known by its path: `Plugins/Shop/ShopStrings.ru.yaml` is the Russian of `ShopPlugin`.
struct StringsFile {
    let path: String
    /// The plugin's type.
    let type: String
    /// `ru`.
    let language: String

    /// `nil` for a path that names no language, or lies in the folder of another plugin.
    init?(path: String) {
        let url = URL(fileURLWithPath: path)
        let stem = url.deletingLastPathComponent().lastPathComponent
        let parts = url.lastPathComponent.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == stem + "Strings", parts[2] == "yaml", !parts[1].isEmpty else { return nil }
        self.path = path
        type = stem + "Plugin"
        language = String(parts[1])
    }

    /// What errors call it: its last folders.
    var name: String { URL(fileURLWithPath: path).pathComponents.suffix(3).joined(separator: "/") }
}

enum StringsSource {
    /// Source that gives each of the types `plugins` the texts of its files.
    ///
    /// - Throws: `Problem` for a file that belongs to none of them; what reading a file throws.
    static func make(of paths: [String], for plugins: [String]) throws -> String {
        let files = try paths.map { path in
            guard let file = StringsFile(path: path), plugins.contains(file.type) else { throw Problem(path: path) }
            return file
        }
        return try Dictionary(grouping: files, by: \.type).sorted { $0.key < $1.key }.map { type, files in
            let entries = try files.sorted { $0.language < $1.language }.map { file in
                let text = try String(contentsOf: URL(fileURLWithPath: file.path), encoding: .utf8)
                return """
                            .init(language: "\(file.language)", name: "\(file.name)", text:
                    \(Literal.raw(text))),

                    """
            }
            return """

                extension \(type) {
                    /// The texts of its strings files.
                    public static let strings = PluginStrings([
                \(entries.joined())    ])
                }

                """
        }.joined()
    }

    /// A file that no plugin would find.
    struct Problem: Error, CustomStringConvertible {
        let path: String
        var description: String {
            "\(path):1:1: error: a strings file is called as its folder and its language: Shop/ShopStrings.ru.yaml, beside ShopPlugin.swift"
        }
    }
}
