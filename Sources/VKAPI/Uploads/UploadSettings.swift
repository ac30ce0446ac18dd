// Govorun: what holds for the uploads of a client. SPDX-License-Identifier: MIT

/// Limits of uploads, and what is remembered of them; a plain value, `vk.uploads.settings` is a copy.
public struct UploadSettings: Sendable {
    /// The most bytes of one file, where it is not VK's own limit for the kind.
    public var sizeLimits: [UploadKind: Int] = [:]
    /// The most bytes behind a link, where that is less: they wait on this machine's disk.
    public var linkSizeLimit = 200 << 20
    /// The longest it may take to fetch a link.
    public var linkTimeout: Duration = .seconds(120)
    /// Where the content of a large link waits until it is sent; the file has no name there, and is gone with the process.
    public var temporaryFolder = "/tmp"
    /// Whether bytes that were uploaded to the same place before are taken from there.
    public var reusesUploads = true
    /// Where it is remembered what was uploaded; `nil`: in the client's own memory, for its last 1 000 uploads.
    public var store: (any UploadStore)?
    /// Whose uploads these are, in a `store` that several clients share: the id of the community or person. Never a token.
    public var account = ""
    /// How long an upload is remembered: VK keeps what was sent, but people delete.
    public var lifetime: Duration = .seconds(86_400)

    /// The defaults above.
    public init() {}

    /// The most bytes of one file of `kind`.
    func sizeLimit(of kind: UploadKind) -> Int { sizeLimits[kind] ?? kind.sizeLimit }
}
