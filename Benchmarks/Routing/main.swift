// Govorun: what it costs to find the handler of a message among many plugins. SPDX-License-Identifier: MIT
//
// swift run -c release RoutingRate [ROUNDS]
//
// A router with 10, 100 and 1 000 plugins of five commands, a text and two press handlers each, without sockets or storage.
import Measuring

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 9
let sizes = [10, 100, 1_000]
for kind in Kind.allCases {
    var figures: [Int] = []
    for size in sizes {
        // Patterns have no key to be looked up by: every message that is nothing else tries them one by one.
        figures.append(try await Benchmark(plugins: size, havePatterns: kind == .pattern).nanoseconds(kind, rounds: rounds))
    }
    let row = zip(sizes, figures).map { "\($0) plugins \($1) ns" }.joined(separator: ", ")
    print("\(kind.rawValue): \(row); 1 000 to 10: \(Figures.rounded(.seconds(figures[2]) / max(1, figures[0])))")
}
