// Govorun: what tells one kind of long poll from another. SPDX-License-Identifier: MIT
import CurlClient
import VKAPI

/// How one kind of long poll speaks to VK; when to speak is the machine's to decide.
protocol PollDialect: Sendable {
    /// The method that gives sessions.
    var method: String { get }

    /// The version of the arrays that is asked for first; `nil` where there is none.
    var version: Int? { get }

    /// The page whose updates are read, as the token tells it: a community or a person.
    func owner(_ client: VKClient) async throws -> Int

    /// A new session of `owner`.
    func session(of owner: Int, version: Int?, _ client: VKClient) async throws -> PollCursor

    /// What is asked besides `act`, `key`, `ts` and `wait`.
    func query(version: Int?) -> Parameters

    /// Reads the answer to a poll that `owner` made at `ts`.
    func read(_ response: HTTPResponse, to owner: Int, at ts: String) -> PollReading
}

/// An answer, and what to store of it.
struct PollReading: Sendable {
    let answer: PollAnswer
    let body: [UInt8]
}
