// Govorun: messages as VK writes them. SPDX-License-Identifier: MIT
public import TapeJSON

extension Message: JSONWritable {
    /// The message object of API 5.199, keys as VK's events have them.
    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("date", date)
            writer.member("from_id", authorID)
            writer.member("id", id)
            writer.member("version", 10_000_000 + version)
            writer.member("out", isOutgoing ? 1 : 0)
            writer.member("important", false)
            writer.member("is_hidden", false)
            writer.member("attachments", attachments)
            writer.member("conversation_message_id", number)
            writer.member("fwd_messages", forwards)
            writer.member("text", text)
            writer.member("peer_id", peerID)
            writer.member("random_id", randomID)
            writeRare(to: &writer)
        }
    }

    private func writeRare(to writer: inout JSONWriter) {
        if let reply { writer.member("reply_message", reply) }
        if let action { writer.member("action", action) }
        if let geo { writer.member("geo", geo) }
        if let payload { writer.member("payload", payload) }
        if let reference {
            writer.member("ref", reference.ref)
            if let source = reference.source { writer.member("ref_source", source) }
        }
        if let keyboard {
            writer.key("keyboard")
            keyboard.write(to: &writer, author: authorID)
        }
        if let template { writer.member("template", template) }
        if let formatData { writer.member("format_data", formatData) }
        if let updateTime { writer.member("update_time", updateTime) }
        if let administratorID { writer.member("admin_author_id", administratorID) }
        if !reactions.isEmpty { writer.member("reactions", reactions.counters) }
        if isDeleted { writer.member("deleted", 1) }
    }

    /// The shorter form in which a message stands inside a reply or a forward.
    var foreign: JSONFragment {
        JSONFragment { writer in
            writer.object { writer in
                writer.member("date", date)
                writer.member("from_id", authorID)
                writer.member("text", text)
                writer.member("attachments", attachments)
                writer.member("conversation_message_id", number)
                writer.member("peer_id", peerID)
                writer.member("id", id)
                writer.member("fwd_messages", forwards)
                if let payload { writer.member("payload", payload) }
            }
        }
    }
}
