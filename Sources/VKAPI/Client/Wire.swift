// Govorun: one call on its way to VK and back. SPDX-License-Identifier: MIT
import CurlClient
import TapeJSON

/// Sends calls with one token, each once, and reads what comes back.
struct Wire: Sendable {
    let token: TokenInUse
    let configuration: VKClient.Configuration
    let transport: any APITransport
    let endpoint: String
    let logger: Logger
    let time: any TimeSource

    /// One request and what came back.
    ///
    /// - Throws: `VKError`; `CancellationError` when cancelled.
    func exchange(_ call: Call) async throws -> APIAnswer {
        let response = try await send(call)
        return try Envelope.read(response, to: call.method, hiding: [token.current])
    }

    private func send(_ call: Call) async throws -> HTTPResponse {
        let start = time.now
        do {
            let response = try await transport.send(httpRequest(for: call))
            logger.trace("call answered", ["vk.method": call.method, "http.status": response.status, "took": "\(time.now - start)"])
            return response
        } catch let error as HTTPError {
            logger.debug("call lost", ["vk.method": call.method, "error": error])
            throw VKError(
                .transport, method: call.method, message: token.current.redacting("\(error)"), cause: error,
                mayHaveBeenPerformed: error.mayHaveBeenPerformed)
        }
    }

    private func httpRequest(for call: Call) -> HTTPRequest {
        let options = call.options.over(configuration.defaults)
        // Code does not fit into an address.
        var request = options.verb == .get && call.method != "execute" ? get(call, options) : post(call, options)
        request.headers += options.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        request.timeout = options.timeout ?? configuration.timeout
        request.connectTimeout = min(request.timeout, .seconds(10))
        // libcurl would repeat on a dead connection within one slot: 28 arrivals a second were seen. Repeats are the policy's.
        request.sendsOnce = true
        request.route = configuration.route
        return request
    }

    private func post(_ call: Call, _ options: RequestOptions) -> HTTPRequest {
        var parameters = parameters(of: call, options)
        parameters["access_token"] = token.current.reveal()
        return HTTPRequest(
            endpoint + call.method, method: .post, body: parameters.formBody, contentType: "application/x-www-form-urlencoded")
    }

    /// The token travels in a header: addresses are logged on the way, headers are not.
    private func get(_ call: Call, _ options: RequestOptions) -> HTTPRequest {
        let query = String(decoding: parameters(of: call, options).formBody, as: UTF8.self)
        var request = HTTPRequest(endpoint + call.method + "?" + query)
        request.headers = [(name: "Authorization", value: "Bearer \(token.current.reveal())")]
        return request
    }

    private func parameters(of call: Call, _ options: RequestOptions) -> Parameters {
        var parameters = call.parameters
        parameters["access_token"] = nil
        if parameters["v"] == nil { parameters["v"] = options.version ?? configuration.version }
        if parameters["lang"] == nil { parameters["lang"] = options.language ?? configuration.language }
        if options.testMode == true { parameters["test_mode"] = "1" }
        return parameters
    }
}
