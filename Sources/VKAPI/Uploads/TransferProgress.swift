// Govorun: how far an upload or a download has come. SPDX-License-Identifier: MIT

/// Bytes that have gone and come; each number only grows, and reaches its total at the end.
public struct TransferProgress: Sendable, Hashable {
    /// Bytes given to the network; the form around the file is counted too.
    public var sent = 0
    /// Bytes to send in all; 0 until that is known, and for a download.
    public var sentTotal = 0
    /// Bytes received: of a link that is uploaded, of a download.
    public var received = 0
    /// Bytes to receive in all; `nil` where the server does not say.
    public var receivedTotal: Int?

    /// The beginning.
    public init() {}
}

/// Is told how a transfer goes: at its start, while it goes on, and at its end.
///
/// It may take its time: steps that pass meanwhile are left out, the last never is.
public typealias ProgressReport = @Sendable (TransferProgress) async -> Void
