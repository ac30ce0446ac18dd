// Govorun: the files that make a bot, as they stand. SPDX-License-Identifier: MIT
import Foundation

/// When each file was last changed and how long it is; two snapshots differ in what was saved between them.
///
/// Looked at again and again rather than told by the kernel: its notices do not cross into containers and shared folders.
struct FileSnapshot: Equatable, Sendable {
    /// What a file is to the bots.
    enum Kind: Sendable { case code, configuration }

    private struct Stamp: Equatable, Sendable {
        let changed: Date
        let size: UInt64
    }

    private var stamps: [String: Stamp] = [:]
    private let pluginFolder: String
    private let file: String

    /// The files of `pluginFolder`, at any depth, and those that `bots.yaml` may be made of, in its folder.
    init(pluginFolder: String, file: String) {
        self.pluginFolder = pluginFolder
        self.file = file.contains("/") ? file : "./" + file
        let files = FileManager.default
        for name in files.subpaths(atPath: pluginFolder) ?? [] where Self.counts(name) { add(pluginFolder + "/" + name) }
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        let around = files.subpathsShallow(of: folder.isEmpty ? "/" : folder)
        for name in around where name == ".env" || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { add(folder + "/" + name) }
        add(self.file)
    }

    /// What was changed, made or removed since `earlier`, and what kind of files these are; the bots of other files are none of ours.
    func changes(since earlier: FileSnapshot) -> [(path: String, kind: Kind)] {
        let paths = Set(stamps.keys).union(earlier.stamps.keys).filter { stamps[$0] != earlier.stamps[$0] }
        return paths.filter { $0 == file || $0.hasPrefix(pluginFolder + "/") || !Self.hasBots($0) }.sorted().map {
            ($0, $0.hasPrefix(pluginFolder + "/") ? .code : .configuration)
        }
    }

    /// What stands in the files of the second kind, by their paths.
    func configuration() -> [String: Data] {
        let paths = stamps.keys.filter { $0 == file || !$0.hasPrefix(pluginFolder + "/") && !Self.hasBots($0) }
        return Dictionary(uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: $0) ?? Data()) })
    }

    private static func hasBots(_ path: String) -> Bool {
        guard let data = FileManager.default.contents(atPath: path) else { return false }
        return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).contains { $0.hasPrefix("bots:") }
    }

    private mutating func add(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        let changed = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9)
        stamps[path] = Stamp(changed: changed, size: UInt64(status.st_size))
    }

    /// Not what editors leave beside a file while it is open.
    private static func counts(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return !name.hasPrefix(".") && !name.hasSuffix("~") && !name.hasSuffix(".swp") && name != "4913"
    }
}

extension FileManager {
    fileprivate func subpathsShallow(of folder: String) -> [String] {
        do { return try contentsOfDirectory(atPath: folder) } catch { return [] }
    }
}
