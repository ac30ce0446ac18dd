// Govorun: the folder that holds the generated files. SPDX-License-Identifier: MIT
import Foundation

/// `Sources/VKAPI` on disk, or `Tests/VKAPITests`.
struct SourceTree {
    let root: URL

    /// Files that were generated once, whatever their state.
    func generated() throws -> [String: String] {
        var found: [String: String] = [:]
        for folder in ["Methods", "Objects", "Errors"] {
            let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
            while let name = names?.nextObject() as? String {
                guard name.hasSuffix(".swift") else { continue }
                let text = try String(contentsOf: root.appendingPathComponent("\(folder)/\(name)"), encoding: .utf8)
                if GeneratedFile.isUntouched(text) != nil { found["\(folder)/\(name)"] = text }
            }
        }
        return found
    }

    /// What stands there now under the paths that carry no mark.
    private func unmarked(among files: [GeneratedFile]) throws -> [String: String] {
        var found: [String: String] = [:]
        for file in files where !file.path.hasSuffix(".swift") {
            let url = root.appendingPathComponent(file.path)
            if FileManager.default.fileExists(atPath: url.path) { found[file.path] = try String(contentsOf: url, encoding: .utf8) }
        }
        return found
    }

    /// Paths whose file is missing, differs, or should not be there.
    func differences(from files: [GeneratedFile]) throws -> [String] {
        let wanted = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
        let present = try generated().merging(unmarked(among: files)) { $1 }
        return Set(wanted.keys).union(present.keys).filter { wanted[$0] != present[$0] }.sorted()
    }

    /// Writes what differs and removes what is no longer generated; files written by hand stay.
    func write(_ files: [GeneratedFile]) throws {
        let wanted = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
        for path in try differences(from: files) {
            let url = root.appendingPathComponent(path)
            guard let text = wanted[path] else {
                try FileManager.default.removeItem(at: url)
                continue
            }
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
    }
}
