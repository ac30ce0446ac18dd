// Govorun: the one error type of CurlClient. SPDX-License-Identifier: MIT

/// Why a request has no answer.
///
/// Switch on `code`; ask `mayHaveBeenPerformed` before repeating something that is harmful to repeat. The text of
/// `description` is for people: it names scheme, host, port and path, never a query, header, body or password.
public struct HTTPError: Error, Sendable {
    /// What went wrong; closed, so that a `switch` over it is complete.
    public enum Code: String, Sendable, CaseIterable {
        /// The URL cannot be read, or its scheme is neither `http` nor `https`. Nothing was sent.
        case badURL
        /// A header name or value that would change the request's shape (CR, LF, NUL, not a token). Nothing was sent.
        case badHeader
        /// An option of the request or of the client that cannot hold; `context.option` names it. Nothing was sent.
        case rejectedOption
        /// The host has no address, or the name server did not answer.
        case couldNotResolve
        /// The host refused the connection or cannot be reached.
        case couldNotConnect
        /// `reachesPublicHostsOnly` was set, and the host's addresses are private ones.
        case forbiddenAddress
        /// No connection within `connectTimeout`.
        case connectTimedOut
        /// No whole answer within `timeout`.
        case timedOut
        /// Nothing went or came for as long as `stallTimeout`.
        case stalled
        /// A file of `streamedBody` cannot be read, or has become shorter.
        case bodyFailed
        /// The connection broke before the first byte of an answer.
        case connectionLost
        /// The server closed the connection without a byte of an answer.
        case emptyAnswer
        /// The connection ended in the middle of the answer.
        case cutAnswer
        /// What came is not an HTTP answer, or its body cannot be decoded.
        case badAnswer
        /// The answer is larger than `responseLimit`, or its headers are larger than 256 KB.
        case tooLarge
        /// More than ten redirections.
        case tooManyRedirects
        /// No TLS connection: unknown authority, wrong host name, no common version, unreadable CA file.
        case tlsFailed
        /// The server's key is none of the pinned ones.
        case pinMismatch
        /// The proxy could not be found or reached, or refused to connect; `context.status` is its answer if it gave one.
        case proxyFailed
        /// The client was shut down before the answer was there.
        case closed
        /// No memory for the request.
        case outOfMemory
        /// The operating system refused a thread or a file descriptor; `context.systemError` is its `errno`.
        case systemFailed
    }

    /// What is known about the failure; parts that do not apply are `nil`.
    public struct Context: Sendable {
        /// Where the request went.
        public var url: RedactedURL?
        /// The number libcurl gave (`CURLcode`).
        public var curlCode: Int?
        /// The option that was refused, by our or by libcurl's name.
        public var option: String?
        /// The HTTP status, when one had arrived.
        public var status: Int?
        /// The `errno` of a refused system call.
        public var systemError: Int?

        /// Makes a context of the parts that are known.
        public init(
            url: RedactedURL? = nil, curlCode: Int? = nil, option: String? = nil, status: Int? = nil, systemError: Int? = nil
        ) {
            self.url = url
            self.curlCode = curlCode
            self.option = option
            self.status = status
            self.systemError = systemError
        }
    }

    /// The line that raised the error.
    public struct Origin: Sendable {
        /// `Module/File.swift`.
        public let fileID: String
        /// The line in it.
        public let line: Int
    }

    /// What went wrong.
    public let code: Code
    /// What is known about it.
    public let context: Context
    /// Whether bytes of the request left this machine, so that the server may have acted on it: the outcome is unknown.
    public let mayHaveBeenPerformed: Bool
    /// The line that raised it.
    public let origin: Origin

    /// Makes an error; also for fakes in tests.
    public init(
        _ code: Code, context: Context = Context(), mayHaveBeenPerformed: Bool = false, fileID: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.context = context
        self.mayHaveBeenPerformed = mayHaveBeenPerformed
        origin = Origin(fileID: fileID, line: line)
    }
}

extension HTTPError: CustomStringConvertible {
    /// One line for people, free of secrets.
    public var description: String {
        var parts = [code.sentence]
        // `CURLE_PEER_FAILED_VERIFICATION`.
        if code == .tlsFailed, context.curlCode == 60 {
            parts.append("the server's certificate is not trusted, or is that of another host")
        }
        if let url = context.url { parts.append("at \(url)") }
        if let option = context.option { parts.append("option \(option)") }
        if let status = context.status { parts.append("status \(status)") }
        if let number = context.curlCode { parts.append("curl \(number)") }
        if let number = context.systemError { parts.append("errno \(number)") }
        if mayHaveBeenPerformed { parts.append("the server may have acted on it") }
        return parts.joined(separator: ", ")
    }
}

extension HTTPError.Code {
    /// The code in plain words.
    var sentence: String {
        switch self {
        case .badURL: "the URL cannot be used"
        case .badHeader: "a header cannot be sent"
        case .rejectedOption: "an option was refused"
        case .couldNotResolve: "the host name has no address"
        case .couldNotConnect: "no connection"
        case .forbiddenAddress: "the host has no public address"
        case .connectTimedOut: "no connection in time"
        case .timedOut: "no answer in time"
        case .stalled: "the connection stalled"
        case .bodyFailed: "the body's file could not be read"
        case .connectionLost: "the connection broke"
        case .emptyAnswer: "the server closed without an answer"
        case .cutAnswer: "the answer was cut off"
        case .badAnswer: "the answer makes no sense"
        case .tooLarge: "the answer is too large"
        case .tooManyRedirects: "too many redirections"
        case .tlsFailed: "no TLS connection"
        case .pinMismatch: "the server's key is not a pinned one"
        case .proxyFailed: "the proxy failed"
        case .closed: "the client was shut down"
        case .outOfMemory: "out of memory"
        case .systemFailed: "the operating system refused"
        }
    }
}
