// Govorun: the same update comes through once. SPDX-License-Identifier: MIT

/// The event ids of the last updates of one community; VK delivers at least once.
struct SeenEvents {
    private let limit: Int
    private var ids: Set<String> = []
    private var order = Line<String>()

    init(limit: Int = 10_000) { self.limit = limit }

    /// Whether `id` is new; from now on it is not. An update without an id is always new.
    mutating func isNew(_ id: String) -> Bool {
        guard !id.isEmpty else { return true }
        guard ids.insert(id).inserted else { return false }
        order.append(id)
        if order.count > limit, let oldest = order.popFirst() { ids.remove(oldest) }
        return true
    }
}
