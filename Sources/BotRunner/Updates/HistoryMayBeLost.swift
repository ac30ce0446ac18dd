// Govorun: plugins hear that updates were lost. SPDX-License-Identifier: MIT
import BotKit
import VKUpdates

/// VK says that what happened before a batch is gone; this is told to plugins as an update of its own, in its place before the batch.
enum HistoryNotice {
    /// The body of a batch with the notice before what it holds.
    ///
    /// - Parameter cursor: makes the notice's id, so that the same gap is told once.
    static func body(_ gap: HistoryGap, before body: [UInt8], of community: Int, at cursor: PollCursor) -> [UInt8] {
        let notice: JSONValue = [
            "type": .string(UpdateType.historyMayBeLost.rawValue), "event_id": .string("\(gap.rawValue)-\(cursor.ts)"),
            "group_id": .integer(community), "object": ["reason": .string(gap.rawValue)],
        ]
        var writer = JSONWriter(capacity: body.count + 256)
        writer.object { writer in
            writer.key("updates")
            writer.array { writer in
                writer.write(notice)
                for update in UpdateBatch.updates(in: body) { writer.raw(update.json.rawText.utf8) }
            }
        }
        return writer.bytes
    }
}
