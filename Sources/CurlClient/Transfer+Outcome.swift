// Govorun: what libcurl's verdict means. SPDX-License-Identifier: MIT
import CCurlShim

extension Transfer {
    /// The answer, or why there is none. The handle must still be as the transfer left it.
    func outcome(_ code: CURLcode, now: Int64) -> Result<HTTPResponse, HTTPError> {
        guard code == CURLE_OK else { return .failure(error(meaning(of: code, now: now), curlCode: code)) }
        guard answer.isHeadWhole else { return .failure(error(.cutAnswer)) }
        return .success(response)
    }

    /// The answer as far as it is there.
    var response: HTTPResponse {
        var response = HTTPResponse(status: status, headers: HTTPHeaders(lines: answer.head), body: answer.body)
        response.reused = ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
        response.timings.connected = time(CURLINFO_CONNECT_TIME_T)
        response.timings.ready = time(CURLINFO_PRETRANSFER_TIME_T)
        response.timings.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
        response.timings.total = time(CURLINFO_TOTAL_TIME_T)
        response.redirection = ccurl_get_text(easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) }
        return response
    }

    /// An error of this transfer, with what is known of it.
    func error(_ code: HTTPError.Code, curlCode: CURLcode? = nil, line: Int = #line) -> HTTPError {
        let connectStatus = ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE)
        let seen = code == .proxyFailed ? connectStatus : status
        let context = HTTPError.Context(
            url: order?.plan.url, curlCode: curlCode.map { Int($0.rawValue) }, status: seen == 0 ? nil : seen)
        return HTTPError(code, context: context, mayHaveBeenPerformed: hasLeft, line: line)
    }

    private var status: Int { ccurl_get_long(easy, CURLINFO_RESPONSE_CODE) }

    /// Whether bytes of the request went to the server. The size alone also counts a proxy's `CONNECT`.
    private var hasLeft: Bool {
        ccurl_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 && ccurl_get_size(easy, CURLINFO_PRETRANSFER_TIME_T) > 0
    }

    private func time(_ info: CURLINFO) -> Duration { .microseconds(ccurl_get_size(easy, info)) }

    private func meaning(of code: CURLcode, now: Int64) -> HTTPError.Code {
        if answer.isTooLarge { return .tooLarge }
        if isBodyFailed && code == CURLE_ABORTED_BY_CALLBACK { return .bodyFailed }
        if isForbidden && code == CURLE_COULDNT_CONNECT { return .forbiddenAddress }
        if code == CURLE_OPERATION_TIMEDOUT { return timeoutMeaning(now: now) }
        let isProxied = order?.plan.request.route.proxy != nil
        if isProxied && !hasLeft && Self.connectFailures.contains(code.rawValue) { return .proxyFailed }
        if code == CURLE_UNSUPPORTED_PROTOCOL && hasLeft { return .badAnswer }  // HTTP/0.9, or a redirection to another scheme
        let known = Self.meanings[code.rawValue] ?? .connectionLost
        return known == .connectionLost && status != 0 ? .cutAnswer : known
    }

    /// Which deadline it was: before the connection is ready both run.
    private func timeoutMeaning(now: Int64) -> HTTPError.Code {
        guard let plan = order?.plan else { return .timedOut }
        guard ccurl_get_size(easy, CURLINFO_PRETRANSFER_TIME_T) == 0 else {
            // libcurl has one word for both; its own deadline is rounded down to a millisecond.
            return plan.request.stallTimeout != nil && now < plan.deadline - 2_000_000 ? .stalled : .timedOut
        }
        return plan.connectDeadline < plan.deadline ? .connectTimedOut : .timedOut
    }

    /// Through a proxy, these say that the way was not open.
    private static let connectFailures: Set<UInt32> = Set(
        [CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING].map(
            \.rawValue))

    /// What is not here is a connection lost.
    private static let meanings: [UInt32: HTTPError.Code] = {
        let table: [(HTTPError.Code, [CURLcode])] = [
            (.badURL, [CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL]),
            (.couldNotResolve, [CURLE_COULDNT_RESOLVE_HOST]),
            (.couldNotConnect, [CURLE_COULDNT_CONNECT]),
            (.proxyFailed, [CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY]),
            (.emptyAnswer, [CURLE_GOT_NOTHING]),
            (.cutAnswer, [CURLE_PARTIAL_FILE]),
            (.badAnswer, [CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING]),
            (.tooManyRedirects, [CURLE_TOO_MANY_REDIRECTS]),
            (.pinMismatch, [CURLE_SSL_PINNEDPUBKEYNOTMATCH]),
            (.outOfMemory, [CURLE_OUT_OF_MEMORY]),
            (.rejectedOption, [CURLE_FAILED_INIT, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_NOT_BUILT_IN]),
            (
                .tlsFailed,
                [
                    CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
                    CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS,
                ]
            ),
        ]
        return Dictionary(uniqueKeysWithValues: table.flatMap { meaning, codes in codes.map { ($0.rawValue, meaning) } })
    }()
}
