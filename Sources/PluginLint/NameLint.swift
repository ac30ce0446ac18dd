// Govorun: names in a plugin's folder begin with the plugin's name. SPDX-License-Identifier: MIT
import Foundation

/// All plugins are one module: a `Cart` of one would be the `Cart` of all, and two files of one name do not build.
enum NameLint {
    /// What is wrong under `folder`, which holds a folder for each plugin: `Plugins/Shop/Cart.swift:3:8: error: …`, in the order of the files.
    ///
    /// - Throws: what reading a file throws; `CocoaError` where there is no such folder.
    static func problems(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { isSource($0) }.flatMap { path in
            try problems(of: path, in: folder)
        }
    }

    private static func isSource(_ path: String) -> Bool { path.hasSuffix(".swift") || path.hasSuffix(".yaml") }

    private static func problems(of path: String, in folder: String) throws -> [String] {
        let parts = path.split(separator: "/")
        let (whole, file) = (folder + "/" + path, parts.last ?? "")
        guard parts.count > 1 else { return ["\(whole):1:1: error: put '\(file)' into the folder of its plugin: \(folder)/Shop/"] }
        let plugin = String(parts[0])
        var problems: [String] = []
        if !file.hasPrefix(plugin) {
            problems.append("\(whole):1:1: error: call this file \(plugin)…: in a folder of '\(plugin)' every name begins with it")
        }
        guard file.hasSuffix(".swift") else { return problems }
        let names = SwiftOutline(try String(contentsOfFile: whole, encoding: .utf8)).names
        return problems
            + names.filter { !begins($0.token.text, with: plugin) }.map { name in
                let advice = "call it '\(renamed(name, for: plugin))', put it into a type of '\(plugin)', or make it private"
                return
                    "\(whole):\(name.token.line):\(name.token.column): error: the \(name.kind) '\(name.token.text)' is seen by all plugins; "
                    + advice
            }
    }

    /// In any letter case, so that `faqAnswers` belongs to `FAQ`.
    private static func begins(_ name: String, with plugin: String) -> Bool { name.lowercased().hasPrefix(plugin.lowercased()) }

    private static func renamed(_ name: SwiftOutline.Name, for plugin: String) -> String {
        let text = name.token.text
        let isSmall = text.first?.isLowercase == true
        return (isSmall ? plugin.lowercased() : plugin) + text.prefix(1).uppercased() + text.dropFirst()
    }
}
