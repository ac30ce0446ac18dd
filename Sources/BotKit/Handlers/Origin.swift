// Govorun: a place in an author's source. SPDX-License-Identifier: MIT

/// A line of a file: as the compiler calls it, or as a path where the build knows one.
struct Origin: Sendable, CustomStringConvertible {
    /// `BotPlugins/ShopCart.swift`, or, once it is located, `Plugins/Shop/ShopCart.swift`.
    let file: String
    let line: Int

    init(fileID: String, line: Int) { (file, self.line) = (fileID, line) }

    /// `Plugins/Shop/ShopCart.swift:12`, as editors and terminals open it.
    var description: String { "\(file):\(line)" }

    /// The same place by the path of the file, where it is one of the module of `plugin` and the build has told its paths.
    func located(in plugin: any Plugin.Type) -> Origin {
        let paths = plugin.sourcePaths
        guard !paths.isEmpty, let slash = file.firstIndex(of: "/"), let path = paths[String(file[file.index(after: slash)...])],
            String(reflecting: plugin).hasPrefix(file[..<slash] + ".")
        else { return self }
        return Origin(fileID: path, line: line)
    }
}
