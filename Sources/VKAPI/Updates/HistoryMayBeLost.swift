// Govorun: VK no longer has what happened meanwhile. SPDX-License-Identifier: MIT
public import TapeJSON

/// `history_may_be_lost`, which is our own: updates between the last one and the next are gone, and nobody can tell how many.
public struct HistoryMayBeLost: VKObject {
    /// What it was made from.
    public let json: JSON
    /// A view of the object of such an event.
    public init(_ json: JSON) { self.json = json }

    /// Why, in one word: `positionTooOld`, `sessionLost` …
    public var reason: String { json["reason"].string ?? "" }
}

extension UpdateType {
    /// Our own: updates are missing before this one.
    public static let historyMayBeLost: UpdateType = "history_may_be_lost"
}
