// Govorun: a bot's side of callbacks, as a test wants it. SPDX-License-Identifier: MIT
import MicroServer
import ScriptedVK
import Synchronization
import TapeJSON
import VKSimulator

/// A web server that keeps what is posted to it and answers as it is told.
final class Receiver: Sendable {
    /// One post.
    struct Post: Sendable {
        let body: JSON
        let retry: String?

        var type: String { body["type"].string ?? "" }
        var eventID: String { body["event_id"].string ?? "" }
    }

    private struct State {
        var posts: [Post] = []
        var answers: [ServerResponse] = []
        var code: @Sendable () async throws -> String = { "" }
    }

    private let state = Mutex(State())

    /// Lends a receiver that listens.
    static func with(body: (Receiver, _ url: String) async throws -> Void) async throws {
        let receiver = Receiver()
        let server = try MicroServer { await receiver.answer($0) }
        do {
            try await body(receiver, "http://127.0.0.1:\(server.port)/vk")
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// What came, without confirmations.
    var events: [Post] { state.withLock { $0.posts.filter { $0.type != "confirmation" } } }
    /// All that came.
    var posts: [Post] { state.withLock { $0.posts } }

    /// What the next events are answered; `ok` after that.
    func answer(_ answers: [ServerResponse]) { state.withLock { $0.answers = answers } }

    /// What confirmations are answered, asked for when they come.
    func confirm(by code: @escaping @Sendable () async throws -> String) { state.withLock { $0.code = code } }

    /// Waits until that many events have come.
    func events(reach count: Int) async { while !Task.isCancelled, events.count < count { await Task.yield() } }

    private func answer(_ request: ServerRequest) async -> ServerResponse {
        do {
            let post = Post(body: try JSONDocument(request.body).root, retry: request.headers.first(named: "X-Retry-Counter"))
            if post.type == "confirmation" { return .text(200, try await note(post).code()) }
            return state.withLock { state in
                state.posts.append(post)
                return state.answers.isEmpty ? .text(200, "ok") : state.answers.removeFirst()
            }
        } catch {
            return .badRequest("\(error)")
        }
    }

    private func note(_ post: Post) -> State {
        state.withLock { state in
            state.posts.append(post)
            return state
        }
    }
}

extension Stage {
    /// Lends a stage with one callback server, which VK has looked at.
    ///
    /// - Parameters:
    ///   - types: what is switched on for it.
    ///   - suffix: stands behind the code that it shows.
    static func posting(
        types: [String] = ["group_join"], suffix: String = "", _ change: (inout VKSimulator.Configuration) -> Void = { _ in },
        body: (Stage, Receiver, _ id: Int) async throws -> Void
    ) async throws {
        try await Stage.with(change) { stage in
            try await Receiver.with { receiver, url in
                receiver.confirm { try await stage.code() + suffix }
                let fields = ["group_id": "\(stage.community.id)", "url": url, "title": "bot", "secret_key": "word-of-the-test"]
                let id = try await stage.call("groups.addCallbackServer", fields.map { $0 })["response"]["server_id"].int ?? 0
                let place = [(key: "group_id", value: "\(stage.community.id)"), (key: "server_id", value: "\(id)")]
                _ = try await stage.call("groups.setCallbackSettings", place + types.map { (key: $0, value: "1") })
                await stage.settled(id)
                try await body(stage, receiver, id)
            }
        }
    }

    /// Sets a server to the same again, so that VK asks for the code anew.
    func setAnew(_ id: Int) async throws {
        let fields = [
            "group_id": "\(community.id)", "server_id": "\(id)", "url": server(id)?.url ?? "", "title": "bot",
            "secret_key": "word-of-the-test",
        ]
        _ = try await call("groups.editCallbackServer", fields.map { $0 })
        await settled(id)
    }

    /// The code that VK wants to see now.
    func code() async throws -> String {
        try await call("groups.getCallbackConfirmationCode", ["group_id": "\(community.id)"])["response"]["code"].string ?? ""
    }

    func server(_ id: Int) -> CallbackServerReport? { simulator.callbackServers(of: community.id).first { $0.id == id } }

    /// Waits until a server is confirmed or refused.
    func settled(_ id: Int) async {
        while !Task.isCancelled, let server = server(id), server.status == "unconfigured" || server.status == "wait" { await Task.yield() }
    }

    /// Waits until nothing waits for a server any more.
    func delivered(_ id: Int) async { while !Task.isCancelled, let server = server(id), server.waiting > 0 { await Task.yield() } }
}

/// The simulator's clocks, moved by hand; who sleeps on them awakes.
func movedByHand(_ time: ManualTime) -> TimeSource {
    TimeSource(
        unixSeconds: { 1_767_270_000 + Int(time.now.components.seconds) }, position: { _ in time.now },
        sleep: { try await time.sleep(until: time.now + $0) })
}
