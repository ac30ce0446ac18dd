// Govorun plugin: greets those who come. SPDX-License-Identifier: MIT
import BotKit

/// Greets on the start button, on joining the community, and whoever comes to a chat; an empty text under `texts:` switches its greeting off.
struct WelcomePlugin: Plugin {
    struct Options: PluginOptions {
        /// Texts of buttons shown with the greeting of the start button, one a row; a press writes the text.
        var buttons: [String] = []
    }

    static let summary = "Greets on the start button, joins and chat invitations"
    private let setup: PluginSetup<Options>
    private let keyboard: Keyboard?

    init(_ setup: PluginSetup<Options>) throws {
        self.setup = setup
        let buttons = setup.options.buttons
        keyboard = buttons.isEmpty ? nil : Keyboard(rows: buttons.map { Row([Button($0)]) })
        do {
            _ = try keyboard?.json()
        } catch {
            throw OptionProblem("buttons", "\(error)")
        }
    }

    var handlers: [Handler] {
        if says("start") {
            Start { message in
                let greeting = try await WelcomeText("start", message.texts).greeting(message.user, message.logger)
                try await message.send(greeting, keyboard: keyboard)
            }
        }
        if says("join") {
            On(.groupJoin) { event in
                guard !event.isRequest else { return }
                try await greetNewMember(event)
            }
        }
        if says("chat") || says("invited") {
            On(.messageNew) { event in try await greetNewcomer(event) }
        }
    }

    /// Whether the text under `key` is there to be said.
    private func says(_ key: String) -> Bool { !WelcomeText(key, setup.texts).isBlank }

    /// Most people who join have not allowed messages yet, so a refusal is no failure.
    private func greetNewMember(_ event: EventContext<GroupJoin>) async throws {
        let person = event.person(event.userID)
        do {
            try await person.send(WelcomeText("join", event.texts).greeting(person, event.logger))
        } catch let error as VKError where error.failure == .cannotWriteToPeer {
            event.logger.debug("a new member cannot be written to", ["vk.code": error.code?.description ?? ""])
        }
    }

    private func greetNewcomer(_ event: EventContext<MessageNew>) async throws {
        guard let peer = event.peer, peer.isChat, let newcomer = newcomer(in: event.message) else { return }
        let isItself = newcomer == -event.bot.communityID
        guard isItself || newcomer > 0, says(isItself ? "invited" : "chat") else { return }
        if isItself {
            try await event.send(event.texts["invited"], to: peer)
        } else {
            try await event.send(WelcomeText("chat", event.texts).greeting(event.person(newcomer), event.logger), to: peer)
        }
    }

    private func newcomer(in message: MessagesMessage) -> Int? {
        switch message.action?.type {
        case "chat_invite_user", "chat_invite_user_by_message_request": message.action?.memberID
        case "chat_invite_user_by_link": message.fromID
        default: nil
        }
    }
}
