// Govorun: why a file was not downloaded. SPDX-License-Identifier: MIT
public import CurlClient

/// Why something that VK holds did not come here.
///
/// Decide on `code`; `description` is for people and says what to do. It never shows an address' query.
public struct DownloadError: Error, Sendable {
    /// What went wrong; closed, so that a `switch` over it is complete.
    public enum Code: String, Sendable, CaseIterable {
        /// The object has no address: a photo without sizes, a document that is not yours to read.
        case nothingThere
        /// The address, or one it redirects to, is not one of VK's hosts over https.
        case foreignHost
        /// The server answered with another status than 200: the address has expired, or the file is gone.
        case notFound
        /// It is larger than the limit.
        case tooLarge
        /// The address leads on and on.
        case tooManyRedirects
        /// The file here cannot be written.
        case cannotWrite
        /// The connection failed.
        case lost
    }

    /// What went wrong.
    public let code: Code
    /// What the server or the system says.
    public let detail: String
    /// How the network failed, with `.lost` and `.tooLarge`.
    public let cause: HTTPError?

    /// Makes an error; also for fakes in tests.
    public init(_ code: Code, detail: String = "", cause: HTTPError? = nil) {
        self.code = code
        self.detail = detail
        self.cause = cause
    }
}

extension DownloadError: CustomStringConvertible {
    /// `downloading: the file is too large: …`.
    public var description: String {
        let details = [detail, cause?.description ?? ""].filter { !$0.isEmpty }
        return "downloading: \(code.sentence)" + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
    }
}

extension DownloadError.Code {
    /// The code in plain words, with what helps.
    fileprivate var sentence: String {
        switch self {
        case .nothingThere: "there is no address to download from: ask VK for the object again"
        case .foreignHost: "the address is not one of VK's hosts over https: add the host to `downloads.hosts` if you trust it"
        case .notFound: "the server gave no file: ask VK for the object again, addresses expire"
        case .tooLarge: "the file is larger than the limit: raise it, or save to a file"
        case .tooManyRedirects: "the address leads on and on"
        case .cannotWrite: "the file cannot be written: check the folder, the rights and the space left"
        case .lost: "the connection failed: try again later"
        }
    }
}
