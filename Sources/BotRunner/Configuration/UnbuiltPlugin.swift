// Govorun: plugins whose code is there, but not in this program. SPDX-License-Identifier: MIT
import BotKit
import Foundation
import MarkedYAML

extension PluginCatalog {
    /// What is said of a name that no plugin of this program has.
    ///
    /// - Parameter folder: of the file that names it; beside it and in the working folder there may be `Plugins/`.
    public func unknown(_ name: String, near folder: String = ".") -> String {
        let start = "there is no plugin '\(name)'"
        if let same = names.first(where: { $0 == name.lowercased() }) { return "\(start); write '\(same)'" }
        if let path = Self.unbuilt(name, near: [folder, "."]) {
            return "\(start): \(path) is not in this build yet; swift build --product govorun"
        }
        let hint = Spelling.nearest(to: name, among: Set(names)).map { "did you mean '\($0)'?" }
        return "\(start); \(hint ?? "there are \(names.joined(separator: ", "))")"
    }

    /// The folder with the Swift files of a plugin of that name, `Plugins/TeaShop` for `tea-shop`.
    private static func unbuilt(_ name: String, near folders: [String]) -> String? {
        for folder in folders {
            let plugins = (folder == "." ? "" : folder + "/") + "Plugins"
            guard let found = contents(of: plugins).first(where: { folded($0) == folded(name) }) else { continue }
            if contents(of: plugins + "/" + found).contains(where: { $0.hasSuffix(".swift") }) { return plugins + "/" + found }
        }
        return nil
    }

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

    private static func contents(of folder: String) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch { return [] }
    }
}
