// Govorun: the same update comes through once. SPDX-License-Identifier: MIT

/// The event ids of the last updates of one community; VK delivers at least once.
struct SeenEvents {
    private let limit: Int
    private var ids: Set<String> = []
    private var order = Line<String>()

    init(limit: Int = 10_000) { self.limit = limit }

    /// Whether an update of this id has come through.
    func contains(_ id: String) -> Bool { ids.contains(id) }

    /// An update of this id has come through.
    mutating func insert(_ id: String) {
        guard ids.insert(id).inserted else { return }
        order.append(id)
        if order.count > limit, let oldest = order.popFirst() { ids.remove(oldest) }
    }
}
