// Govorun: the same update comes through once. SPDX-License-Identifier: MIT

/// The event ids of the last updates of one community; VK delivers at least once.
///
/// Of each id 127 bits are kept, under a key that every bot draws anew: for one update to be taken for another, two ids of the thousands that
/// are here would have to meet in all of them. Two generations: the older is dropped whole once the younger is full. Taking single ids out of a set costs more than all the rest.
struct SeenEvents {
    private let limit: Int
    private var young = PrintSet()
    private var old = PrintSet()
    private let key = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))

    /// Remembers the last `limit` ids, and up to as many before them.
    init(limit: Int = 10_000) { self.limit = limit }

    /// An update of this id comes through.
    ///
    /// - Returns: whether none of the last ones had this id.
    @discardableResult
    mutating func insert(_ id: String) -> Bool {
        let print = IDPrint(of: id, key)
        guard !old.contains(print), young.insert(print) else { return false }
        if young.count >= limit {
            swap(&old, &young)
            young.removeAll()
        }
        return true
    }

    /// Updates of these ids have not come through after all.
    mutating func remove(_ ids: [String]) {
        for id in ids {
            let print = IDPrint(of: id, key)
            if !young.remove(print) { old.remove(print) }
        }
    }
}
