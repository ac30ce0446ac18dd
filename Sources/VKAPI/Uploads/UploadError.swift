// Govorun: why a file was not uploaded. SPDX-License-Identifier: MIT
public import CurlClient

/// Why a file did not reach VK, where VK's API itself did not say it (that is a `VKError`).
///
/// Decide on `code`; `description` is for people and says what to do. It never shows a link's query.
public struct UploadError: Error, Sendable {
    /// What went wrong; closed, so that a `switch` over it is complete.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no such file, or it may not be read.
        case cannotRead
        /// The path leads to a folder, a device or a pipe.
        case notAFile
        /// There is nothing in it.
        case empty
        /// It is larger than VK takes.
        case tooLarge
        /// An upload of albums' photos takes one to five files.
        case badCount
        /// The file changed while it was sent.
        case changed
        /// The link is no `http` or `https` address.
        case badLink
        /// The link leads to an address that is not public.
        case privateAddress
        /// The link's host gave no file: it could not be reached, or answered with another status than 200.
        case linkFailed
        /// VK's upload server took the file and refused it: a wrong format, size or ratio.
        case refused
        /// VK's upload server answered with something that is no answer, twice.
        case unreadableAnswer
        /// The connection to VK's upload server failed, twice where a repeat is harmless.
        case lost
    }

    /// What went wrong.
    public let code: Code
    /// What was being uploaded.
    public let kind: UploadKind
    /// The file's name, as far as it is known.
    public let name: String?
    /// What the server, the system or the limit says.
    public let detail: String
    /// How the network failed, with `.lost`, `.linkFailed` and `.privateAddress`.
    public let cause: HTTPError?

    /// Makes an error; also for fakes in tests.
    public init(_ code: Code, kind: UploadKind, name: String? = nil, detail: String = "", cause: HTTPError? = nil) {
        self.code = code
        self.kind = kind
        self.name = name
        self.detail = detail
        self.cause = cause
    }
}

extension UploadError: CustomStringConvertible {
    /// `uploading photo cat.jpg: VK refused the file: …`.
    public var description: String {
        let place = "uploading \(kind)" + (name.map { " \($0)" } ?? "")
        let detail = [detail, cause?.description ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        return "\(place): \(code.sentence)" + (detail.isEmpty ? "" : " (\(detail))")
    }
}

extension UploadError.Code {
    /// The code in plain words, with what helps.
    fileprivate var sentence: String {
        switch self {
        case .cannotRead: "the file cannot be read: check the path and the rights"
        case .notAFile: "this is no regular file: give the path of one"
        case .empty: "the file is empty, and VK takes no empty files"
        case .tooLarge: "the file is too large: send a smaller one"
        case .badCount: "an album takes one to five files at once: split the list"
        case .changed: "the file changed while it was sent: wait until it is written, then send it again"
        case .badLink: "the link is no http or https address"
        case .privateAddress: "the link leads into a private network: only links to public hosts are fetched"
        case .linkFailed: "nothing could be fetched from the link"
        case .refused: "VK refused the file: check its format, its size and the ratio of its sides"
        case .unreadableAnswer: "VK's upload server gave no readable answer: try again later"
        case .lost: "the connection to VK's upload server failed: try again later"
        }
    }
}
