// Govorun: VK's answers for a bot in memory. SPDX-License-Identifier: MIT
public import BotKit
public import CurlClient
import Synchronization

/// Answers the calls that plugins make, without a socket; what it does not know it answers with error 3.
///
/// It is a stand-in for tests of plugins. The rules of VK live in the simulator.
public final class MemoryVK: APITransport {
    /// A call as it arrived, without the token.
    public struct RecordedCall: Sendable {
        /// VK's method name.
        public let method: String
        /// The form's fields.
        public let parameters: [String: String]
    }

    private let world: Mutex<MemoryWorld>
    /// What delays of answers are measured by.
    private let time: any TimeSource

    init(communityID: Int, time: any TimeSource) {
        world = Mutex(MemoryWorld(communityID: communityID))
        self.time = time
    }

    /// Every call so far, in order.
    public var calls: [RecordedCall] { world.withLock { $0.calls } }

    var replies: [TestReply] { world.withLock { $0.replies } }

    /// Reads or changes what VK knows.
    func change<Result: Sendable>(_ body: (inout MemoryWorld) -> Result) -> Result { world.withLock { body(&$0) } }

    /// Answers one call.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        if MemoryMedia.isUpload(request.url) {
            let form = try request.streamedBody?.bytes() ?? request.body ?? []
            return HTTPResponse(status: 200, body: world.withLock { $0.media.take(form, at: request.url).bytes })
        }
        guard request.url.hasPrefix(Self.api) else { return try await service(request) }
        var parameters = FormFields.read(request.body ?? [])
        parameters["access_token"] = nil
        let call = RecordedCall(method: String(request.url.split(separator: "/").last ?? ""), parameters: parameters)
        let delay = world.withLock { world in
            world.calls.append(call)
            return world.script.delay(of: call)
        }
        if let delay { try await time.sleep(for: delay) }
        return HTTPResponse(status: 200, body: try world.withLock { world in try world.answer(call).bytes })
    }

    private static let api = VKClient.Configuration().api

    /// The answer of a service that is not VK.
    private func service(_ request: HTTPRequest) async throws -> HTTPResponse {
        let call = try TestHTTP.Call(request)
        guard let answer = world.withLock({ $0.services.answer(to: call) }) else { throw NoMock(call: call) }
        return try answer.response()
    }
}
