// Govorun: a page whose messages are polled. SPDX-License-Identifier: MIT

/// What user long poll knows of one page. It exists from the page's first session on; before, nothing is kept for it.
struct Account: Sendable {
    /// A message, whoever looks at it.
    struct Subject: Hashable, Sendable {
        let community: Int
        let peerID: Int
        let number: Int
    }

    var queue: EventQueue
    private var lastID = 0
    /// Ids are the page's own: every page counts its messages.
    private var ids = BoundedMemory<Subject, Int>(limit: 10_000)
    /// The messages that events of the queue tell of, by the event's number.
    private var subjects = BoundedMemory<Int, Subject>(limit: 20_000)

    static let nobody = Account(queue: EventQueue(limit: 1, batch: 1, salt: 0))

    init(queue: EventQueue) { self.queue = queue }

    /// The last event of the queue tells of a message.
    mutating func note(_ subject: Subject) { subjects.remember(subject, for: queue.ts) }

    /// The message that an event tells of.
    func subject(ofEvent number: Int) -> Subject? { subjects[number] }

    /// The page's id of a message.
    mutating func id(of subject: Subject) -> Int {
        if let id = ids[subject] { return id }
        lastID += 1
        ids.remember(lastID, for: subject)
        return lastID
    }
}

extension World {
    /// An account that is known to exist, changed in place.
    subscript(account page: Int) -> Account {
        get { accounts[page, default: .nobody] }
        _modify { yield &accounts[page, default: .nobody] }
    }

    /// Begins to keep what happens in a page's messages, if that was not begun before.
    mutating func open(_ page: Int) -> Account {
        if let account = accounts[page] { return account }
        let salt = salt ^ UInt64(truncatingIfNeeded: page) &* 0x9E37_79B9_7F4A_7C15
        let account = Account(
            queue: EventQueue(limit: configuration.queueLimit, batch: configuration.batchLimit, salt: salt, start: configuration.firstEvent)
        )
        accounts[page] = account
        return account
    }
}
