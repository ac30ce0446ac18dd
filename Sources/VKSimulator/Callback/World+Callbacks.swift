// Govorun: posts leaving the world and their answers coming back. SPDX-License-Identifier: MIT
import TapeJSON

extension World {
    /// Everything that is to be posted now, marked as on its way.
    mutating func takePosts(at now: Duration) -> [CallbackPost] {
        communityOrder.flatMap { self[community: $0].callbacks.takePosts(of: $0, at: now) }
    }

    /// When there may be something to post next; nil when only a change of the world brings it.
    var nextPost: Duration? { communities.values.lazy.compactMap(\.callbacks.due).min() }

    /// Notes what came of a post, and shows it to the watchers.
    mutating func finish(_ post: CallbackPost, _ reply: CallbackReply, at now: Moment) {
        let outcome = self[community: post.community].callbacks.finish(post, reply, at: now)
        let attempt = CallbackAttempt(post, reply, outcome)
        callbackLog.note(attempt)
        journal.note("callback") { $0.member("callback", attempt.json) }
    }

    /// An event that nobody in this world makes, a market order for one.
    mutating func happen(_ type: String, _ object: JSON, in community: Int) throws(SimulatorError) {
        guard communities[community] != nil else { throw SimulatorError(.notFound, "community \(community)") }
        guard CallbackServer.types.contains(type) else { throw SimulatorError(.invalid, "event type \(type)") }
        guard object.kind == .object else { throw SimulatorError(.invalid, "an object that is \(object.kind)") }
        emit(type, to: community) { $0.raw(object.rawBytes) }
    }
}
