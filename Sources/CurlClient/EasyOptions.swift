// Govorun: every option that a request sets on an easy handle. SPDX-License-Identifier: MIT
import CCurlShim

/// Sets options on one easy handle; every refusal becomes `HTTPError` naming the option.
struct EasyOptions {
    private let easy: UnsafeMutableRawPointer

    init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) { try check(ccurl_set_long(easy, option, value), option) }
    func set(_ option: CURLoption, _ value: String?) throws(HTTPError) { try check(ccurl_set_text(easy, option, value), option) }
    func set(_ option: CURLoption, _ list: UnsafeMutablePointer<curl_slist>?) throws(HTTPError) {
        try check(ccurl_set_list(easy, option, list), option)
    }

    func check(_ code: CURLcode, _ option: CURLoption) throws(HTTPError) {
        guard code != CURLE_OK else { return }
        let name = curl_easy_option_by_id(option).map { String(cString: $0.pointee.name) }
        let context = HTTPError.Context(curlCode: Int(code.rawValue), option: name)
        throw HTTPError(code == CURLE_OUT_OF_MEMORY ? .outOfMemory : .rejectedOption, context: context)
    }

    /// What may be spoken, and how.
    func setRules(for plan: RequestPlan) throws(HTTPError) {
        let request = plan.request
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_PATH_AS_IS, 1)
        try set(CURLOPT_PROTOCOLS_STR, plan.url.scheme)
        try set(CURLOPT_REDIR_PROTOCOLS_STR, plan.url.scheme == "https" ? "https" : "http,https")
        try set(CURLOPT_FOLLOWLOCATION, request.followsRedirects ? 1 : 0)
        try set(CURLOPT_MAXREDIRS, 10)
        // A streamed answer waits in libcurl while its reader is slow: only as it came, or a bomb would unfold there.
        try set(CURLOPT_ACCEPT_ENCODING, request.streamsAnswer ? nil : "")
        if request.streamsAnswer || request.streamedBody != nil { try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)) }
        try set(CURLOPT_NOSIGNAL, 1)
        // Otherwise the loop's thread would join libcurl's lookup thread (a redirection may start one) when a request is
        // cancelled or times out, for as long as the name server takes (measured: 2.95 s of 3 s; with it, nothing). No leak: the
        // thread frees its own data when it finds itself left alone (libcurl 7.88, lib/asyn-thread.c).
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        // A held poll waits in this buffer. 1 KB would save 3 KB more and read a batch of 100 updates in 120 pieces.
        if case .poll = request.traffic { try set(CURLOPT_BUFFERSIZE, 4_096) }
    }

    /// What is left of the request's time.
    func setDeadlines(of plan: RequestPlan, now: Int64) throws(HTTPError) {
        try set(CURLOPT_TIMEOUT_MS, max(1, Int(plan.deadline - now) / 1_000_000))
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(plan.connectDeadline - now) / 1_000_000))
    }

    /// How long nothing may move.
    func setStallTimeout(of request: HTTPRequest) throws(HTTPError) {
        guard let seconds = request.stallTimeout?.components.seconds else { return }
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, max(1, Int(seconds)))
    }

    /// The way to the host. Empty texts keep libcurl from asking the environment (`http_proxy`, `no_proxy`).
    func setRoute(of plan: RequestPlan) throws(HTTPError) {
        let route = plan.request.route
        try set(CURLOPT_PROXY, route.proxy ?? "")
        try set(CURLOPT_NOPROXY, "")
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let file = route.caFile { try set(CURLOPT_CAINFO, file) }
        if route.caFile != nil || CurlLibrary.hasAuthorityFile { try set(CURLOPT_CAPATH, nil as String?) }
        if let pins = plan.pins { try set(CURLOPT_PINNEDPUBLICKEY, pins) }
        if let socket = route.unixSocket { try set(CURLOPT_UNIX_SOCKET_PATH, socket) }
    }

    /// The verb and where the body comes from.
    func setVerb(of request: HTTPRequest) throws(HTTPError) {
        if request.method == .head { try set(CURLOPT_NOBODY, 1) }
        let hasBody = request.bodyCount != nil || [.post, .put, .patch].contains(request.method)
        if hasBody {
            try set(CURLOPT_POST, 1)
            try check(ccurl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(request.bodyCount ?? 0)), CURLOPT_POSTFIELDSIZE_LARGE)
            if !streamsBody(of: request) { try copyBody(request.body ?? []) }
        }
        if [.put, .patch, .delete].contains(request.method) { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
    }

    /// Whether the body is read piece by piece, when it is too large for a copy. A small one leaves in one packet with the head.
    func streamsBody(of request: HTTPRequest) -> Bool {
        if let body = request.streamedBody { return body.count > 0 }
        guard let body = request.body, !body.isEmpty else { return false }
        return request.progress != nil || body.count > 64 << 10
    }

    private func copyBody(_ body: [UInt8]) throws(HTTPError) {
        let code = body.withUnsafeBytes { ccurl_set_bytes(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1)) }
        try check(code, CURLOPT_COPYPOSTFIELDS)
    }
}
