// Govorun: messages read from VK's history, as updates. SPDX-License-Identifier: MIT
import TapeJSON
import VKAPI

/// Writes messages as the updates that would have told of them.
struct FoundMessages {
    /// `nil` where the reader is a person.
    let communityID: Int?
    let version: String

    /// Whether somebody else wrote it.
    func isNews(_ message: MessagesMessage) -> Bool { message.out != true && message.fromID != communityID.map { -$0 } }

    /// The messages as a finding: in one conversation as they were written, among conversations by the second.
    func finding(_ messages: some Sequence<MessagesMessage>, isComplete: Bool) -> CatchUp.Finding {
        let sorted = messages.sorted {
            ($0.date, $0.peerID, $0.conversationMessageID) < ($1.date, $1.peerID, $1.conversationMessageID)
        }
        return CatchUp.Finding(body: body(of: sorted), count: sorted.count, isComplete: isComplete)
    }

    private func body(of messages: [MessagesMessage]) -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024)
        writer.object { writer in
            writer.key("updates")
            writer.array { writer in for message in messages { write(message, to: &writer) } }
        }
        return writer.bytes
    }

    private func write(_ message: MessagesMessage, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", UpdateType.messageNew.rawValue)
            writer.member("event_id", "catch-up-\(message.peerID)-\(message.conversationMessageID)")
            writer.member("v", version)
            if let communityID { writer.member("group_id", communityID) }
            writer.key("object")
            writer.object { writer in
                writer.member("message", message.json)
                writer.key("client_info")
                writer.object { _ in }
            }
        }
    }
}
