// Govorun plugin: greets those who come. SPDX-License-Identifier: MIT
import BotKit

/// Greets on the start button, on joining the community, and whoever comes to a chat; `{name}` in a text becomes the first name.
struct WelcomePlugin: Plugin {
    struct Options: PluginOptions {
        /// The answer to the start button; empty: none.
        var start = "Здравствуйте, {name}! Напишите /help — покажу, что умею."
        /// What is written to somebody who joined the community, if they allow messages; empty: nothing.
        var join = "{name}, спасибо, что вы с нами!"
        /// What is said to somebody who came to a chat; empty: nothing.
        var chat = "{name}, добро пожаловать!"
        /// What is said when the bot itself is invited to a chat; empty: nothing.
        var invited = "Всем привет! Напишите /help — покажу, что умею."
        /// Texts of buttons shown with the greeting of `start`, one a row; a press writes the text.
        var buttons: [String] = []
    }

    static let summary = "Greets on the start button, joins and chat invitations"
    private let options: Options
    private let keyboard: Keyboard?

    init(_ setup: PluginSetup<Options>) throws {
        options = setup.options
        keyboard = options.buttons.isEmpty ? nil : Keyboard(rows: options.buttons.map { Row([Button($0)]) })
        do {
            _ = try keyboard?.json()
        } catch {
            throw OptionProblem("buttons", "\(error)")
        }
    }

    var handlers: [Handler] {
        if Self.says(options.start) {
            Start { message in
                try await message.send(greeting(options.start, for: message.user, message.logger), keyboard: keyboard)
            }
        }
        if Self.says(options.join) {
            On(.groupJoin) { event in
                guard !event.isRequest else { return }
                try await greetNewMember(event.person(event.userID), event.logger)
            }
        }
        if Self.says(options.chat) || Self.says(options.invited) {
            On(.messageNew) { event in try await greetNewcomer(event) }
        }
    }

    /// Whether a text is there to be said.
    private static func says(_ text: String) -> Bool { !text.allSatisfy(\.isWhitespace) }

    /// Most people who join have not allowed messages yet, so a refusal is no failure.
    private func greetNewMember(_ person: Person, _ logger: Logger) async throws {
        do {
            try await person.send(greeting(options.join, for: person, logger))
        } catch let error as VKError where error.failure == .cannotWriteToPeer {
            logger.debug("a new member cannot be written to", ["vk.code": error.code?.description ?? ""])
        }
    }

    private func greetNewcomer(_ event: EventContext<MessageNew>) async throws {
        guard let peer = event.peer, peer.isChat, let newcomer = newcomer(in: event.message) else { return }
        if newcomer == -event.bot.communityID {
            guard Self.says(options.invited) else { return }
            try await event.send(options.invited, to: peer)
        } else if newcomer > 0, Self.says(options.chat) {
            try await event.send(greeting(options.chat, for: event.person(newcomer), event.logger), to: peer)
        }
    }

    private func newcomer(in message: MessagesMessage) -> Int? {
        switch message.action?.type {
        case "chat_invite_user", "chat_invite_user_by_message_request": message.action?.memberID
        case "chat_invite_user_by_link": message.fromID
        default: nil
        }
    }

    /// `text` with the first name; without one where VK does not tell it, since a greeting matters more than a name.
    private func greeting(_ text: String, for person: Person, _ logger: Logger) async throws -> String {
        guard text.contains(WelcomeText.name) else { return text }
        do {
            return WelcomeText.filled(text, name: try await person.firstName())
        } catch let error as VKError {
            logger.warning("somebody is greeted without a name", ["user": person.id, "error": error])
            return WelcomeText.filled(text, name: "")
        }
    }
}
