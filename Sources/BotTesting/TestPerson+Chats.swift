// Govorun: what a person does in group chats. SPDX-License-Identifier: MIT
public import BotKit

extension TestPerson {
    /// Invites `person` to `chat`.
    @discardableResult
    public func invites(_ person: TestPerson, to chat: TestChat) async -> [TestReply] { await invites(person.id, to: chat) }

    /// Invites `member`, a negative id for a community, to `chat`.
    @discardableResult
    public func invites(_ member: Int, to chat: TestChat) async -> [TestReply] {
        await does(["type": "chat_invite_user", "member_id": .integer(member)], in: chat)
    }

    /// Invites the bot itself to `chat`.
    @discardableResult
    public func invitesBot(to chat: TestChat) async -> [TestReply] { await invites(-bot.bot.communityID, to: chat) }

    /// Comes to `chat` by its link.
    @discardableResult
    public func comes(to chat: TestChat) async -> [TestReply] { await does(["type": "chat_invite_user_by_link"], in: chat) }

    /// Is the author of a service message with VK's `action`: `["type": "chat_title_update", "text": "…"]`.
    @discardableResult
    public func does(_ action: JSONValue, in chat: TestChat) async -> [TestReply] { await writes(["action": action], in: chat) }
}
