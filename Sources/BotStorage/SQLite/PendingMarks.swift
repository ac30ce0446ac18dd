// Govorun: finished updates that wait to be written. SPDX-License-Identifier: MIT

/// Positions by source.
struct PendingMarks {
    private(set) var positions: [ByteText: [Int64]] = [:]

    mutating func add(_ more: [Int64], of source: String) { positions[ByteText(source), default: []] += more }

    mutating func add(_ other: PendingMarks) { positions.merge(other.positions) { $0 + $1 } }

    mutating func removeAll() { positions.removeAll(keepingCapacity: true) }
}
