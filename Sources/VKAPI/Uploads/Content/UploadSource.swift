// Govorun: where the file of an upload comes from. SPDX-License-Identifier: MIT

/// A file to upload: in memory, on disk, or behind a link.
public enum UploadSource: Sendable {
    /// Bytes in memory under a file name; VK shows the name of a document, so it is worth choosing. A missing extension is added.
    case bytes([UInt8], name: String)
    /// A file of this machine, streamed from disk; `name: nil` takes the last part of the path. Never a path that a person wrote.
    case file(String, name: String? = nil)
    /// A link, fetched first; `name: nil` takes the last part of its path.
    ///
    /// Only `http` and `https`. A link that a person wrote leads to public hosts only, whatever its names and redirections resolve to;
    /// a link of the bot's author may say `.anyHost`.
    case url(String, name: String? = nil, reach: LinkReach = .publicHosts)
}

/// Which hosts a link may lead to.
public enum LinkReach: Sendable, Hashable {
    /// Hosts of the open Internet: for links that people write.
    case publicHosts
    /// This machine and its networks too: for links that the bot's author wrote.
    case anyHost
}

extension UploadSource: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What kind of source it is; links may carry keys, so they are not shown.
    public var description: String {
        switch self {
        case .bytes(let bytes, let name): "\(bytes.count) bytes as \(name)"
        case .file(let path, _): "file \(path)"
        case .url: "a link"
        }
    }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows only `description`.
    public var customMirror: Mirror { Mirror(self, children: ["source": description]) }
}
