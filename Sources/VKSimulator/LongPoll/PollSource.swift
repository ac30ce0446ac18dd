// Govorun: whose events a poll waits for. SPDX-License-Identifier: MIT
import TapeJSON

/// Whose events a poll waits for, and of which kind.
enum PollSource: Sendable, Hashable {
    /// Bots long poll of a community.
    case community(Int)
    /// User long poll of a page: a person's id, or a community's negative one.
    case account(Int)

    /// What a poll wants besides waiting; for user long poll also how.
    func form(_ parameters: Parameters) -> any PollForm {
        switch self {
        case .community: EventForm()
        case .account: ArrayForm(parameters)
        }
    }
}

/// How the answers of one kind of long poll are written.
protocol PollForm: Sendable {
    /// An answer to give at once, whatever happens; nil for none.
    var refusal: JSONValue? { get }
    /// `ts` as it stands in an answer with events.
    func position(_ ts: Int) -> JSONValue
    /// What stands beside `ts` and `updates`.
    func extras(_ ts: Int) -> JSONObject
    /// An event as it is sent.
    func event(_ kept: [UInt8]) -> [UInt8]
}

/// Bots long poll: events as they are kept, `ts` as text (protocol reference, section 6).
private struct EventForm: PollForm {
    var refusal: JSONValue? { nil }
    func position(_ ts: Int) -> JSONValue { JSONValue(String(ts)) }
    func extras(_ ts: Int) -> JSONObject { [:] }
    func event(_ kept: [UInt8]) -> [UInt8] { kept }
}

extension World {
    func exists(_ source: PollSource) -> Bool {
        switch source {
        case .community(let id): communities[id] != nil
        case .account(let page): accounts[page] != nil
        }
    }

    /// The queue of a source that is known to exist.
    subscript(queue source: PollSource) -> EventQueue {
        get {
            switch source {
            case .community(let id): self[community: id].queue
            case .account(let page): self[account: page].queue
            }
        }
        _modify {
            switch source {
            case .community(let id): yield &self[community: id].queue
            case .account(let page): yield &self[account: page].queue
            }
        }
    }
}
