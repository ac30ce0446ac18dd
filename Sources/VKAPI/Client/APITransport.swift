// Govorun: what carries a call to VK. SPDX-License-Identifier: MIT
public import CurlClient

/// One POST to the API; a protocol so that tests can answer in place of VK.
public protocol APITransport: Sendable {
    /// Sends one HTTP request and returns what came back, whatever its status.
    ///
    /// - Throws: `HTTPError`; `CancellationError` when cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

extension CurlClient: APITransport {}
