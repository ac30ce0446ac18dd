// Govorun: changing the simulated world from Swift. SPDX-License-Identifier: MIT
public import TapeJSON

extension VKSimulator {
    /// Adds a community with a token that has all rights, long poll and every event type switched on.
    ///
    /// - Parameter id: nil takes the next free one.
    /// - Throws: ``SimulatorError`` `.taken` when the id, the short name or the token is in use.
    @discardableResult
    public func addCommunity(
        name: String, token: String, id: Int? = nil, screenName: String? = nil
    ) throws(SimulatorError) -> Community {
        try change { world throws(SimulatorError) in
            try world.addCommunity(name: name, token: token, id: id, screenName: screenName, rights: TokenRight.all)
        }
    }

    /// Adds a person.
    ///
    /// - Parameter token: a user token of that person, for calls closed to communities.
    /// - Throws: ``SimulatorError`` `.taken` when the id, the short name or the token is in use, `.invalid` for an id that is a chat's.
    @discardableResult
    public func addPerson(
        _ firstName: String, _ lastName: String = "", sex: Person.Sex = .unknown, screenName: String? = nil, id: Int? = nil,
        token: String? = nil
    ) throws(SimulatorError) -> Person {
        try change { world throws(SimulatorError) in
            try world.addPerson(firstName: firstName, lastName: lastName, sex: sex, screenName: screenName, id: id, token: token)
        }
    }

    /// What a person writes.
    public struct Writing: Sendable {
        /// The community in whose conversation it is written.
        public var community: Int
        /// Who writes.
        public var person: Int
        /// The chat's peer id; nil for the private dialog.
        public var peer: Int?
        /// The text, as typed: `@name` becomes a mention.
        public var text: String
        /// A payload, JSON as text, as a text button carries it.
        public var payload: String?
        /// The number of the message that is answered.
        public var replyTo: Int?
        /// The numbers of messages of the same conversation that are forwarded.
        public var forward: [Int] = []
        /// Attachment objects.
        public var attachments: [JSONValue] = []
        /// A place.
        public var geo: JSONValue?

        /// Makes a text in the private dialog.
        public init(_ text: String, from person: Int, in community: Int, peer: Int? = nil) {
            self.text = text
            self.person = person
            self.community = community
            self.peer = peer
        }
    }

    /// A person writes. Writing to a community allows it to answer.
    ///
    /// - Throws: ``SimulatorError`` `.notFound`, or `.refused` when the person is not in the chat.
    @discardableResult
    public func write(_ writing: Writing) throws(SimulatorError) -> Message {
        let date = configuration.time.unixSeconds()
        return try change { world throws(SimulatorError) in try world.write(writing, at: date) }
    }
}
