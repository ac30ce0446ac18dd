// Govorun: one address that VK posts a community's events to. SPDX-License-Identifier: MIT
import TapeJSON

/// One callback server of a community, with what waits to be posted to it.
struct CallbackServer: Sendable {
    /// VK's words.
    enum Status: String, Sendable { case unconfigured, failed, wait, ok }

    /// Every type that `groups.setCallbackSettings` has a switch for (protocol reference, section 7).
    static let types = (EventSwitches.names + EventSwitches.callbackOnly).sorted()

    let id: Int
    let creator: Int
    private(set) var title: String
    private(set) var url: String
    private(set) var secret: String
    private(set) var status = Status.unconfigured
    var apiVersion = "5.199"
    var on: Set<String> = []
    /// Whether the address has answered with the code since it was set.
    private(set) var isConfirmed = false
    private var wantsConfirmation = true
    private var delivery: CallbackDelivery

    init(id: Int, creator: Int, title: String, url: String, secret: String, rules: CallbackPosting) {
        (self.id, self.creator, self.title, self.url, self.secret) = (id, creator, title, url, secret)
        delivery = CallbackDelivery(rules: rules)
    }

    /// Whether events of that type are for it.
    func wants(_ type: String) -> Bool { isConfirmed && on.contains(type) }

    /// How many events wait or are on their way.
    var waiting: Int { delivery.count }

    /// The address or its secret was set: it has to be confirmed again; what waits goes on waiting.
    mutating func set(title: String, url: String, secret: String) {
        (self.title, self.url, self.secret) = (title, url, secret)
        (status, isConfirmed, wantsConfirmation) = (.unconfigured, false, true)
        delivery.resume()
    }

    mutating func append(_ type: String, _ eventID: String, _ object: [UInt8]) {
        delivery.append(type: type, eventID: eventID, object: object)
    }

    // MARK: Posting

    /// When there may be something to post; nil when only a change of the world brings it.
    var due: Duration? {
        if wantsConfirmation { return .zero }
        return isConfirmed ? delivery.due : nil
    }

    /// What is to be posted now; call it until it gives nothing.
    ///
    /// - Parameter eventID: for a confirmation, which is no event of the community.
    mutating func takePost(of community: Int, code: String, eventID: @autoclosure () -> String, at now: Duration) -> CallbackPost? {
        if wantsConfirmation {
            (wantsConfirmation, status) = (false, .wait)
            return post(of: community, .confirmation(code: code), "confirmation", eventID(), nil, retry: 0)
        }
        guard isConfirmed, let event = delivery.next(at: now) else { return nil }
        return post(of: community, .event(number: event.number), event.type, event.eventID, event.object, retry: event.attempts)
    }

    /// Notes what came of a post.
    mutating func finish(_ post: CallbackPost, _ reply: CallbackReply, at now: Moment) -> CallbackAttempt.Outcome {
        switch post.purpose {
        case .confirmation(let code):
            // The address was changed meanwhile: the answer is that of another one.
            guard !wantsConfirmation, status == .wait else { return .outdated }
            isConfirmed = reply.confirms(code)
            status = isConfirmed ? .ok : .failed
            return isConfirmed ? .confirmed : .refused
        case .event(let number):
            let outcome = reply.outcome(at: now.date)
            delivery.receive(outcome, of: number, at: now.at)
            if isConfirmed { status = delivery.isFailing ? .failed : .ok }
            return CallbackAttempt.Outcome(outcome)
        }
    }

    private func post(
        of community: Int, _ purpose: CallbackPost.Purpose, _ type: String, _ eventID: String, _ object: [UInt8]?, retry: Int
    ) -> CallbackPost {
        var writer = JSONWriter(capacity: 256 + (object?.count ?? 0))
        writer.object { writer in
            writer.member("type", type)
            writer.member("event_id", eventID)
            writer.member("v", apiVersion)
            if let object {
                writer.key("object")
                writer.raw(object)
            }
            writer.member("group_id", community)
            if !secret.isEmpty { writer.member("secret", secret) }
        }
        return CallbackPost(
            community: community, server: id, purpose: purpose, type: type, eventID: eventID, url: url, body: writer.bytes, retry: retry)
    }

    // MARK: As VK shows it

    /// As `groups.getCallbackServers` lists it.
    var json: JSONValue {
        [
            "id": JSONValue(id), "title": JSONValue(title), "creator_id": JSONValue(creator), "url": JSONValue(url),
            "secret_key": JSONValue(secret), "status": JSONValue(status.rawValue),
        ]
    }

    /// The answer of `groups.getCallbackSettings`.
    var settings: JSONValue {
        var events = JSONObject()
        for type in Self.types { events[type] = on.contains(type) ? 1 : 0 }
        return ["api_version": JSONValue(apiVersion), "events": .object(events)]
    }
}
