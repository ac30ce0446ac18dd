// Govorun: what people do in conversations, from Swift. SPDX-License-Identifier: MIT
public import TapeJSON

extension VKSimulator {
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
        /// Attachment objects, `{"type": …}`.
        public var attachments: [JSONValue] = []
        /// Attachments by name, `photo1_2_key`: what was uploaded, or anything else.
        public var attached: [String] = []
        /// A place, `{"type": "point", "coordinates": …}`.
        public var geo: JSONValue?
        /// What the `vk.me/…?ref=` link carried by which the person came.
        public var ref: String?
        /// The link's `ref_source`.
        public var refSource: String?

        /// Makes a text in the private dialog, or in a chat.
        public init(_ text: String, from person: Int, in community: Int, peer: Int? = nil) {
            self.text = text
            self.person = person
            self.community = community
            self.peer = peer
        }
    }

    /// Which button somebody presses.
    public struct Pressing: Sendable {
        /// How the button is found.
        public enum Button: Sendable {
            /// By its place, from 0. Of a carousel, the row is the element.
            case at(row: Int, column: Int)
            /// By what stands on it; the first one counts.
            case labelled(String)
            /// By its payload, JSON as text; the first one counts.
            case carrying(String)
        }

        /// The community whose button it is.
        public var community: Int
        /// Who presses.
        public var person: Int
        /// The chat's peer id; nil for the private dialog.
        public var peer: Int?
        /// The number of the message with the button; nil for the keyboard under the input field.
        public var number: Int?
        /// The button.
        public var button: Button
        /// What a location button sends; nil sends a made-up place.
        public var place: JSONValue?

        /// Makes a press.
        public init(_ button: Button, by person: Int, in community: Int, peer: Int? = nil, number: Int? = nil) {
            self.button = button
            self.person = person
            self.community = community
            self.peer = peer
            self.number = number
        }
    }

    /// What a press did.
    public enum PressOutcome: Sendable {
        /// A text or location button wrote a message.
        case message(Message)
        /// A callback button sent a `message_event` with that `event_id`.
        case event(id: String)
        /// The button concerns only the client: a link, an app, a payment.
        case nothing(type: String)
    }

    /// A chat to be.
    public struct Opening: Sendable {
        /// The community whose bot is invited.
        public var community: Int
        /// The chat's name.
        public var title: String
        /// Who creates it.
        public var owner: Int
        /// Who else is in it.
        public var members: [Int]
        /// Its peer id, above 2 000 000 000; nil takes the next.
        public var peer: Int?
        /// Whether every message reaches the community. On by default, as its owner would grant it; off, only mentions, replies
        /// to the community, texts with `/` in front and its buttons do.
        public var hasFullAccess = true
        /// Whether the community is an administrator there.
        public var isCommunityAdmin = false

        /// Makes a chat's beginning.
        public init(_ title: String, owner: Int, members: [Int] = [], in community: Int, peer: Int? = nil) {
            self.title = title
            self.owner = owner
            self.members = members
            self.community = community
            self.peer = peer
        }
    }

    /// A person writes. Writing to a community allows it to answer.
    ///
    /// - Throws: ``SimulatorError`` `.notFound`, `.invalid` when empty, `.refused` when the person is not in the chat.
    @discardableResult
    public func write(_ writing: Writing) throws(SimulatorError) -> Message {
        try at { (world, now) throws(SimulatorError) in try world.write(writing, at: now.date) }
    }

    /// Several people write, in this order, all or, at the first that cannot, those before it.
    ///
    /// - Returns: how many messages were written.
    @discardableResult
    public func write(_ writings: [Writing]) throws(SimulatorError) -> Int {
        try at { (world, now) throws(SimulatorError) in
            for writing in writings { _ = try world.write(writing, at: now.date) }
            return writings.count
        }
    }

    /// An administrator writes in the community's name: the bot gets `message_reply` with `admin_author_id`.
    ///
    /// - Parameter administrator: nil is an editor or administrator of the community, else anybody but the one written to.
    @discardableResult
    public func writeAsAdministrator(_ administrator: Int?, _ text: String, to peer: Int, in community: Int) throws(SimulatorError)
        -> Message
    {
        try at { (world, now) throws(SimulatorError) in
            try world.writeAsAdministrator(administrator, text, to: peer, in: community, at: now.date)
        }
    }

    /// A person changes the text of an own message.
    @discardableResult
    public func edit(_ number: Int, text: String, by person: Int, in community: Int, peer: Int? = nil) throws(SimulatorError) -> Message {
        try at { (world, now) throws(SimulatorError) in
            try world.edit(number, of: peer ?? person, in: community, by: person, text: text, at: now.date)
        }
    }

    /// A person presses a button.
    ///
    /// - Throws: ``SimulatorError`` `.notFound` when there is no such button.
    @discardableResult
    public func press(_ pressing: Pressing) throws(SimulatorError) -> PressOutcome {
        try at { (world, now) throws(SimulatorError) in try world.press(pressing, at: now) }
    }

    /// A person presses the start button of the dialog.
    ///
    /// - Parameter ref: what the `vk.me/…?ref=` link carried by which the person came.
    @discardableResult
    public func start(_ person: Int, in community: Int, ref: String? = nil, refSource: String? = nil) throws(SimulatorError) -> Message {
        var writing = Writing("Начать", from: person, in: community)
        writing.payload = "{\"command\":\"start\"}"
        writing.ref = ref
        writing.refSource = refSource
        return try write(writing)
    }

    /// A person types, or records, in a conversation.
    ///
    /// - Parameter state: `typing`, `audiomessage`, `photo`, `video` or `file`.
    public func type(_ person: Int, in community: Int, peer: Int? = nil, state: String = "typing") throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.type(person, peer, in: community, state: state) }
    }

    /// A person reacts to a message, or with nil takes that back.
    ///
    /// - Parameter reaction: 1...64.
    public func react(_ reaction: Int?, to number: Int, by person: Int, in community: Int, peer: Int? = nil) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            let peer = try world.place(community, person, peer)
            guard reaction.map(Reactions.known.contains) ?? true else { throw SimulatorError(.invalid, "reaction") }
            world.react(reaction, by: person, to: try world.message(number, of: peer, in: community), in: community)
        }
    }

    /// Allows only some reactions in a conversation, with nil all: another one is error 1010.
    public func allowReactions(_ reactions: Set<Int>?, in peer: Int, of community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in
            guard world.communities[community]?.conversations[peer] != nil else { throw SimulatorError(.notFound, "conversation \(peer)") }
            world[community: community].conversations[peer]?.allowedReactions = reactions
        }
    }

    /// A person reads the private dialog to its end.
    public func read(_ person: Int, in community: Int) throws(SimulatorError) {
        try change { world throws(SimulatorError) in try world.read(person, in: community) }
    }

    func at<Result: Sendable>(_ body: (inout World, Moment) throws(SimulatorError) -> Result) throws(SimulatorError) -> Result {
        let now = configuration.time.now
        return try change { world throws(SimulatorError) in try body(&world, now) }
    }
}
