// Govorun: writes into a storage until it is killed, and says what has been acknowledged. SPDX-License-Identifier: MIT
// Usage: StorageWriter FILE FIRST. Tasks beside each other count up from FIRST; each number is one commit of several writes.
import BotStorage
import Glibc
import Synchronization

struct Note: Codable, Sendable { var number: Int }

/// Says a number in one write, so that a line is whole or not there; ends when nobody listens.
func say(_ text: String) {
    let line = Array("\(text)\n".utf8)
    if write(1, line, line.count) != line.count { exit(1) }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let first = Int(arguments[2]) else { exit(64) }
let storage = try await SQLiteStorage.open(arguments[1])
let notes = try await Records("notes", of: Note.self, indexes: [.unique("number")], in: storage)
let next = Atomic(first)

try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<8 {
        group.addTask {
            while true {
                let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                let batch = InboxBatch(
                    source: "1", cursor: Array("\(number)".utf8), body: Array("\(number)".utf8), updates: 1, eventIDs: ["\(number)"])
                try await storage.commit([
                    .set(StorageKey("numbers", "\(number)"), [1]), .store(batch),
                    try notes.inserting(Note(number: number), id: "\(number)"),
                ])
                say("\(number)")
            }
        }
    }
    try await group.waitForAll()
}
