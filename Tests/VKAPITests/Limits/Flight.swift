// Govorun: what VK saw of a call. SPDX-License-Identifier: MIT

/// When a call left and when its answer was there: VK saw it at some moment in between.
struct Flight: Sendable {
    let caller: Int
    let start: Duration
    let answer: Duration

    /// The most of `flights` that VK may see arrive within one second.
    ///
    /// A window that holds the most can be moved until it begins with the end of a flight.
    static func mostInASecond(_ flights: [Flight]) -> Int {
        flights.map { last in
            flights.count { $0.answer >= last.answer && $0.start <= last.answer + .seconds(1) }
        }.max() ?? 0
    }
}
