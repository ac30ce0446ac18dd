// Govorun: asks VK for pages. SPDX-License-Identifier: MIT
import TapeJSON

/// Sends what the machine decides: one page by the method itself, several by an `execute`.
struct PageSource<Response: VKResponse>: Sendable {
    /// What became of several pages asked for at once.
    enum Round: Sendable {
        /// Their answers; `nil` for one at which VK failed.
        case came([JSON?])
        /// Together they are more than VK gives at once.
        case tooMuch
        /// This token may not `execute`, or not now.
        case refused
    }

    private let request: Request<Response>
    /// The call of the first page, with what the client adds to every call.
    let call: Call

    init(_ request: Request<Response>) {
        self.request = request.options.priority == nil ? request.priority(.background) : request
        call = request.client.completedForCode(request.call)
    }

    /// How urgent its calls are.
    var priority: CallPriority? { request.options.priority }
    private var client: VKClient { request.client }

    /// Whether several pages may go in one `execute`.
    var mayPack: Bool {
        let options = request.options.over(client.configuration.defaults)
        return client.configuration.execute && options.sharesExecute != false && options.mock == nil && PackCode.canHold(call)
    }

    /// What the answer is read as.
    ///
    /// - Throws: `VKError` with `.server` for an answer of another shape, with `.badRequest` for one that is no list.
    func response(_ answer: JSON) throws(VKError) -> Response {
        guard let response = Response(response: answer) else {
            let message = "the answer is \(answer.kind), which is not what was expected"
            throw VKError(.server, method: call.method, message: message, mayHaveBeenPerformed: true)
        }
        guard answer.kind != .object || answer.count == 0 || answer["items"].kind != .absent || answer["count"].exists else {
            throw VKError(.badRequest, method: call.method, message: "the answer is no list of items, so it has no pages")
        }
        return response
    }

    /// One page.
    ///
    /// - Throws: `VKError`; `CancellationError` when cancelled.
    func answer(to ask: PageAsk) async throws -> JSON {
        guard request.isPlainCall else {
            throw VKError(.badRequest, method: call.method, message: "only a call as it is has pages; map or chain what its pages bring")
        }
        return try await request.lending(to: client.call(call.method, parameters(of: ask, over: request.call.parameters)))
    }

    /// Several pages at once.
    ///
    /// - Throws: `VKError` for what concerns more than these pages; `CancellationError` when cancelled.
    func answers(to asks: [PageAsk]) async throws -> Round {
        let calls = asks.map { ask in Call(call.method, parameters(of: ask, over: call.parameters)) }
        let code = PackCode.code(returning: calls.map(PackCode.expression))
        let seat = try client.seats.seat(for: requestedCall)
        let execution = request.configured {
            $0.token = seat.kind
            $0.verb = .post
        }
        do {
            let answer = try await client.repeating(like: call, request.options) { try await execution.lending(to: client.execute(code)) }
            let values = Array(answer.value.items)
            guard values.count == asks.count else { return .refused }
            return .came(values.map { $0.kind == .bool ? nil : $0 })
        } catch let error as VKError where error.code?.rawValue == 13 {
            return .tooMuch
        } catch let error as VKError where PackFailure.forbidsExecute(error) || error.code == .captcha {
            return .refused
        }
    }

    private var requestedCall: Call {
        var call = call
        call.options = request.options
        return call
    }

    private func parameters(of ask: PageAsk, over own: Parameters) -> Parameters {
        var parameters = own
        if let count = ask.count { parameters["count"] = String(count) }
        switch ask.start {
        case .offset(let offset) where offset != 0: parameters["offset"] = String(offset)
        case .mark(let mark?): parameters["start_from"] = mark
        case .offset, .mark: break
        }
        return parameters
    }
}

extension PageFacts {
    init(_ answer: JSON) {
        let elements = answer.kind == .array ? answer : answer["items"]
        count = elements.count
        total = answer["count"].int
        next = answer["next_from"].string
        bytes = answer.rawText.utf8.count
        if elements.count > 0 { edges = elements[0].rawText + elements[elements.count - 1].rawText }
    }
}
