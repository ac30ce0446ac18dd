// Govorun: administrators and dons around a bot under test. SPDX-License-Identifier: MIT
import BotKit

extension TestBot {
    /// An administrator of the community writes in its name to `person`, or in `chat`: plugins fall silent there.
    @discardableResult
    public func administratorSays(_ text: String, to person: TestPerson, in chat: TestChat? = nil, as administrator: Int = 510_009_009)
        async
        -> [TestReply]
    {
        let peer = chat?.peer.id ?? person.id
        let number = vk.change { $0.nextNumber(in: peer) }
        let message: JSONObject = [
            "id": .integer(chat == nil ? number : 0), "conversation_message_id": .integer(number), "peer_id": .integer(peer),
            "from_id": .integer(-bot.communityID), "date": .integer(now.unixTime), "text": .string(text), "out": 1, "version": 1,
            "attachments": [], "fwd_messages": [], "admin_author_id": .integer(administrator),
        ]
        return await receive(.messageReply, .object(message))
    }
}

extension TestBot {
    /// From now on the bot is an administrator of `chat`, or is none: then VK refuses it the members (917), a new title and
    /// removals (925), and the link by which people come (919).
    public func makesBotAdmin(_ isAdmin: Bool = true, of chat: TestChat) {
        vk.change { world in
            if isAdmin { world.chatsWithoutRights.remove(chat.peer.id) } else { world.chatsWithoutRights.insert(chat.peer.id) }
        }
    }
}

extension TestPerson {
    /// Supports the community through VK Donut from now on, or no more.
    public func becomesDon(_ isDon: Bool = true) async {
        bot.vk.change { world in
            if isDon { world.dons.insert(id) } else { world.dons.remove(id) }
        }
        await bot.receive(
            isDon ? .donutSubscriptionCreate : .donutSubscriptionExpired,
            ["user_id": .integer(id), "amount": 100, "amount_without_fee": 90])
    }
}
