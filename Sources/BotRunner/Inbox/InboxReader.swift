// Govorun: reads a bot's inbox, from memory where it is there. SPDX-License-Identifier: MIT
import BotKit
import BotStorage

/// The batches of one source.
struct InboxReader: Sendable {
    let source: String
    let storage: any InboxStorage
    let shelf: BatchShelf
    let row: BatchShelf.RowNumber
    let trouble: StorageTrouble

    init(source: String, storage: any InboxStorage, shelf: BatchShelf, trouble: StorageTrouble) {
        (self.source, self.storage, self.shelf, self.trouble) = (source, storage, shelf, trouble)
        row = shelf.row(of: source)
    }

    /// The batch that holds `position`, or the first after it with something to do; `nil` when there is none, or the task was cancelled.
    func batch(from position: Int64) async -> ReadBatch? {
        if let batch = shelf.batch(holding: position, in: row) { return batch }
        let found = await trouble.overcome("the inbox cannot be read") {
            try await storage.batches(of: source, from: position, limit: 1, bytes: 0)
        }
        guard let stored = found?.first else { return nil }
        let batch = ReadBatch(stored)
        shelf.put(batch, in: row)
        return batch
    }
}
