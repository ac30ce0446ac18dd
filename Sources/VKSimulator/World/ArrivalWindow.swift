// Govorun: VK's limit of calls a second, and how near a token came to it. SPDX-License-Identifier: MIT

/// Counts a token's arrivals in a window of one second that slides; refused calls count as well.
struct ArrivalWindow: Sendable {
    /// Calls allowed in any one second; 0 for no limit.
    let limit: Int
    private var times: [Duration] = []
    /// Where the window begins in `times`; what lies before is removed now and then, all at once.
    private var start = 0
    /// Calls that arrived.
    private(set) var total = 0
    /// Calls that were refused with error 6.
    private(set) var refused = 0
    /// The most arrivals in any one second.
    private(set) var maximum = 0

    init(limit: Int) { self.limit = limit }

    /// - Returns: whether this call is within the limit.
    mutating func admit(at time: Duration) -> Bool {
        let now = max(time, times.last ?? time)  // two threads may hand in their arrivals out of order
        times.append(now)
        while now - times[start] >= .seconds(1) { start += 1 }
        if start > 1024, start > times.count / 2 {
            times.removeFirst(start)
            start = 0
        }
        total += 1
        maximum = max(maximum, times.count - start)
        guard limit > 0, times.count - start > limit else { return true }
        refused += 1
        return false
    }
}
