// Govorun: posts events to callback servers. SPDX-License-Identifier: MIT
import CurlClient

/// Does what the world's callback servers decide: takes the posts that are due, sends them, brings the answers back.
///
/// It holds its simulator only while it works, so that one that is dropped goes.
struct CallbackSender: Sendable {
    /// What matches these posts in a fault.
    static let fault = "callback"

    let time: TimeSource
    /// How long an answer may take.
    let timeout: Duration
    let bell: CallbackBell
    let world: @Sendable () -> VKSimulator?

    /// Runs until cancelled, or until the simulator is gone.
    func run() async {
        // Made at the first post: most simulators never need it.
        var client: CurlClient?
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                guard let posts = world()?.change({ $0.takePosts(at: time.now.at) }) else { break }
                if !posts.isEmpty, client == nil { client = try? CurlClient() }
                for post in posts { group.addTask { [client] in await deliver(post, client) } }
                guard let next = world().map({ $0.change { $0.nextPost } }) else { break }
                await bell.wait(atMost: next.map { max(.zero, $0 - time.now.at) }, time)
            }
            group.cancelAll()
        }
        await client?.shutdown()
    }

    private func deliver(_ post: CallbackPost, _ client: CurlClient?) async {
        let fault = world()?.change { $0.takeFault(for: Self.fault, where: CallbackFault.isPossible) }
        let reply = await CallbackFault(fault).perform(time) { await send(post, client) }
        world()?.change { $0.finish(post, reply, at: time.now) }
        bell.ring()
    }

    private func send(_ post: CallbackPost, _ client: CurlClient?) async -> CallbackReply {
        var request = HTTPRequest(post.url, method: .post, body: post.body, contentType: "application/json")
        request.timeout = timeout
        request.sendsOnce = true  // each repeat is ours, counted in a header
        request.responseLimit = 64 << 10
        if post.retry > 0 { request.headers.append((name: "X-Retry-Counter", value: String(post.retry))) }
        do {
            guard let response = try await client?.send(request) else { return .none }
            return CallbackReply(status: response.status, body: response.body, retryAfter: response.headers["Retry-After"])
        } catch {
            return .none  // whatever failed, and when the simulator stops: it is not `ok`
        }
    }
}
