// Govorun: the same update comes through once. SPDX-License-Identifier: MIT

/// The event ids of the last updates of one community; VK delivers at least once.
///
/// Two generations: the older is dropped whole once the younger is full. Taking single ids out of a set costs more than all the rest.
struct SeenEvents {
    private let limit: Int
    private var young: Set<String> = []
    private var old: Set<String> = []

    /// Remembers the last `limit` ids, and up to as many before them.
    init(limit: Int = 10_000) { self.limit = limit }

    /// An update of this id comes through.
    ///
    /// - Returns: whether none of the last ones had this id.
    @discardableResult
    mutating func insert(_ id: String) -> Bool {
        guard old.isEmpty || !old.contains(id), young.insert(id).inserted else { return false }
        if young.count >= limit {
            old = young
            young = []
        }
        return true
    }

    /// Updates of these ids have not come through after all.
    mutating func remove(_ ids: [String]) {
        for id in ids where young.remove(id) == nil { old.remove(id) }
    }
}
