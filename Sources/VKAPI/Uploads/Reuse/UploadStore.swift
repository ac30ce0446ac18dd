// Govorun: where it is remembered what was uploaded. SPDX-License-Identifier: MIT

/// What was uploaded, by whom, and to which place.
public struct UploadKey: Hashable, Sendable {
    /// Whose upload it is: an id, never a token; empty in a store of one client.
    public let account: String
    /// What it was uploaded as.
    public let kind: UploadKind
    /// The place, spelled out with all that shapes the result: peer, community, title.
    public let place: String
    /// SHA-256 of the bytes, in hexadecimal.
    public let digest: String

    /// All of it as one line, for a store of texts.
    public var text: String { [account, kind.rawValue, place, digest].joined(separator: "\n") }
}

/// Remembers what VK answered when a file was saved, as JSON text, so that equal bytes are not sent to the same place twice.
///
/// One that fails makes no upload fail: the file is then uploaded.
public protocol UploadStore: Sendable {
    /// What was kept under `key` and has not expired; `nil` when there is nothing.
    func answer(for key: UploadKey) async throws -> String?
    /// Keeps `answer` under `key` for `lifetime`.
    func keep(_ answer: String, for key: UploadKey, lifetime: Duration) async throws
    /// Forgets what is kept under `key`.
    func forget(_ key: UploadKey) async throws
}
