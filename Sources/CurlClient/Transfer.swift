// Govorun: one request inside libcurl, an easy handle. SPDX-License-Identifier: MIT
import CCurlShim
import Glibc

/// An easy handle with all that it points to; used by the loop's thread only, and again for later requests.
final class Transfer {
    let easy: UnsafeMutableRawPointer
    /// The request being served; `nil` in the pool of spare handles.
    private(set) var order: Order?
    private(set) var answer = AnswerBuffer()
    /// Whether a connection was refused because the address is not public.
    private(set) var isForbidden = false
    /// Whether the caller has the answer's head, and only the reader of its body waits.
    private(set) var isAnswered = false
    /// Whether the body's file failed.
    private(set) var isBodyFailed = false
    /// After how many redirections a request that is sent once was last begun; `nil`: not yet.
    private var begunAfter: Int?
    /// Whether libcurl was told to wait, for a file or for a slow reader.
    private var isPaused = false
    private var upload = UploadBody()
    private var headers = HeaderList()
    private var hosts = HeaderList()

    init() throws(HTTPError) {
        guard let easy = curl_easy_init() else { throw HTTPError(.outOfMemory) }
        self.easy = easy
    }

    deinit { curl_easy_cleanup(easy) }

    /// Takes an order and sets every option for it. If that throws, the order is the caller's again after `clear`.
    func prepare(_ order: Order, addresses: [String], _ configuration: CurlClient.Configuration, body: UploadBody, now: Int64)
        throws(HTTPError)
    {
        let plan = order.plan
        self.order = order
        answer = AnswerBuffer(bodyLimit: plan.request.responseLimit)
        upload = body
        headers = try HeaderList(plan.request)
        let options = EasyOptions(easy)
        try options.setRules(for: plan)
        try options.setDeadlines(of: plan, now: now)
        try options.setStallTimeout(of: plan.request)
        try options.setRoute(of: plan)
        try options.setVerb(of: plan.request)
        try options.set(CURLOPT_USERAGENT, configuration.userAgent)
        try options.set(CURLOPT_MAXAGE_CONN, Int(configuration.idleTimeout.components.seconds))
        try options.set(CURLOPT_HTTPHEADER, headers.raw)
        try point(to: addresses, for: plan.lookup, options)
        try connectCallbacks(options, plan.request)
    }

    /// Makes the handle as new; connections and caches belong to the pool and stay.
    func clear() {
        curl_easy_reset(easy)
        order = nil
        (isForbidden, isAnswered, isBodyFailed, isPaused) = (false, false, false, false)
        begunAfter = nil
        answer = AnswerBuffer()
        upload = UploadBody()
        headers = HeaderList()
        hosts = HeaderList()
    }

    /// Tells libcurl the addresses that were looked up, so that it starts no lookup (and no thread) of its own.
    private func point(to addresses: [String], for lookup: RequestPlan.Lookup?, _ options: EasyOptions) throws(HTTPError) {
        guard let lookup, !addresses.isEmpty else { return }
        try hosts.append("+\(lookup.host):\(lookup.port):\(addresses.joined(separator: ","))")
        try options.set(CURLOPT_RESOLVE, hosts.raw)
    }

    private func connectCallbacks(_ options: EasyOptions, _ request: HTTPRequest) throws(HTTPError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try options.check(ccurl_set_bytes(easy, CURLOPT_PRIVATE, context), CURLOPT_PRIVATE)
        try options.check(ccurl_set_header(easy, headerCallback, context), CURLOPT_HEADERFUNCTION)
        try options.check(ccurl_set_write(easy, writeCallback, context), CURLOPT_WRITEFUNCTION)
        if request.reachesPublicHostsOnly {
            try options.check(ccurl_set_open_socket(easy, openSocketCallback, context), CURLOPT_OPENSOCKETFUNCTION)
        }
        guard options.streamsBody(of: request) else {
            guard request.sendsOnce else { return }
            return try options.check(ccurl_set_before_request(easy, beforeRequestCallback, context), CURLOPT_PREREQFUNCTION)
        }
        try options.check(ccurl_set_read(easy, readCallback, context), CURLOPT_READFUNCTION)
        // Without a way back libcurl cannot send the body a second time: it ends with CURLE_SEND_FAIL_REWIND instead.
        if request.sendsOnce { return }
        try options.check(ccurl_set_seek(easy, seekCallback, context), CURLOPT_SEEKFUNCTION)
    }

    fileprivate static func of(_ context: UnsafeMutableRawPointer) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// The transfer that an easy handle belongs to.
    static func of(easy: UnsafeMutableRawPointer) -> Transfer? { ccurl_get_private(easy).map { of($0) } }

    fileprivate func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool { answer.takeHeadLine(line) }
    /// Takes a piece of the body, or gives it on; `nil` to wait, `false` to stop.
    fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        guard let intake = order?.intake else {
            if answer.received == 0 { answer.expectBody(of: Int(ccurl_get_size(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T))) }
            return note(answer.takeBody(bytes))
        }
        answerCaller()
        let isTaken = answer.pass(bytes, to: intake)
        if isTaken == nil { isPaused = true }
        return note(isTaken)
    }

    /// The first byte of a streamed body is there, so this head is the last one.
    private func answerCaller() {
        guard !isAnswered, let order else { return }
        isAnswered = true
        order.continuation.resume(returning: response)
    }

    /// Reports what has gone and come, if anybody asked.
    private func note(_ isTaken: Bool?) -> Bool? {
        if isTaken == true { report() }
        return isTaken
    }

    private func report() {
        guard let progress = order?.plan.request.progress else { return }
        let total = ccurl_get_size(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        progress(HTTPProgress(sent: upload.sent, received: answer.received, receivedTotal: total >= 0 ? Int(total) : nil))
    }

    /// Goes on after a pause: the file's next part is there, or the reader has caught up.
    func goOn() {
        guard isPaused else { return }
        isPaused = false
        // Refused only for a handle that is no transfer (any more): then there is nothing to go on with.
        _ = curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    fileprivate func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard withUnsafePointer(to: &address.pointee.addr, { PublicAddress.includes($0) }) else {
            isForbidden = true
            return CURL_SOCKET_BAD
        }
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    fileprivate func readBody(into buffer: UnsafeMutableRawBufferPointer) -> UploadBody.Read {
        let read = upload.read(into: buffer)
        switch read {
        case .bytes: report()
        case .wait: isPaused = true
        case .failed: isBodyFailed = true
        }
        return read
    }

    /// Whether the request may go out, the first time or after a redirection. When a kept connection fails it, libcurl would send it again on its
    /// own; then whatever went out the first time may have been acted on.
    fileprivate func mayBegin() -> Bool {
        let redirections = ccurl_get_long(easy, CURLINFO_REDIRECT_COUNT)
        defer { begunAfter = redirections }
        return begunAfter != redirections || ccurl_get_long(easy, CURLINFO_REQUEST_SIZE) == 0
    }

    fileprivate func seekBody(to offset: Int) -> Bool { upload.seek(to: offset) }
}

// libcurl's callbacks: the transfer that `context` points to outlives its stay in a multi handle.

private let headerCallback: curl_write_callback = { bytes, size, count, context in
    guard let context else { return 0 }
    return Transfer.of(context).takeHeadLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let writeCallback: curl_write_callback = { bytes, size, count, context in
    guard let context else { return 0 }
    // A count other than the one given stops the transfer, also when that is zero.
    let isTaken = Transfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return switch isTaken {
    case true?: size * count
    case false?: size * count + 1
    case nil: Int(CURL_WRITEFUNC_PAUSE)
    }
}

private let readCallback: curl_read_callback = { bytes, size, count, context in
    guard let context else { return Int(CURL_READFUNC_ABORT) }
    return switch Transfer.of(context).readBody(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) {
    case .bytes(let count): count
    case .wait: Int(CURL_READFUNC_PAUSE)
    case .failed: Int(CURL_READFUNC_ABORT)
    }
}

private let seekCallback: curl_seek_callback = { context, offset, origin in
    guard let context, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
    return Transfer.of(context).seekBody(to: Int(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

private let beforeRequestCallback: curl_prereq_callback = { context, _, _, _, _ in
    guard let context else { return Int32(CURL_PREREQFUNC_ABORT) }
    return Int32(Transfer.of(context).mayBegin() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
}

private let openSocketCallback: curl_opensocket_callback = { context, _, address in
    guard let context, let address else { return CURL_SOCKET_BAD }
    return Transfer.of(context).openSocket(address)
}
