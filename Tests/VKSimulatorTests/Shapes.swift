// Govorun: comparing what the simulator writes with samples of VK's. SPDX-License-Identifier: MIT
import Foundation
import TapeJSON
import Testing

/// A recorded or hand-made body of VK's.
func fixture(_ name: String) throws -> JSON {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"))
    return try JSONDocument([UInt8](Data(contentsOf: url))).root
}

/// Where two values differ in keys or kinds; of lists the first elements are compared.
func differences(_ made: JSON, _ sample: JSON, at path: String = "") -> [String] {
    guard made.kind == sample.kind else { return ["\(path): \(made.kind) instead of \(sample.kind)"] }
    if made.kind == .array {
        return made.count > 0 && sample.count > 0 ? differences(made[0], sample[0], at: path + "[0]") : []
    }
    // What a button carries is the bot's own matter.
    guard made.kind == .object, !path.hasSuffix("payload") else { return [] }
    let keys = Set(made.members.map(\.key)).union(sample.members.map(\.key)).sorted()
    return keys.flatMap { key in differences(made[key], sample[key], at: path.isEmpty ? key : "\(path).\(key)") }
}
