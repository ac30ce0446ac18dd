// Govorun plugin: greets those who come. SPDX-License-Identifier: MIT
import BotKit

/// Greets on the start button, on joining the community, and whoever is invited to a chat; `{name}` in a text becomes the first name.
struct WelcomePlugin: Plugin {
    struct Options: PluginOptions {
        /// The answer to the start button; empty: none.
        var start = "Здравствуйте, {name}! Напишите /help, и я расскажу, что умею."
        /// What is written to somebody who joined the community, if they allow messages; empty: nothing.
        var join = "Спасибо, что вы с нами, {name}!"
        /// What is said to somebody who came to a chat; empty: nothing.
        var chat = "{name}, добро пожаловать!"
        /// What is said when the bot itself is invited to a chat; empty: nothing.
        var invited = "Всем привет! Чтобы узнать, что я умею, напишите /help."
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
        if !options.start.isEmpty {
            Start { message in try await message.send(filled(options.start, for: message.user), keyboard: keyboard) }
        }
        if !options.join.isEmpty {
            On(.groupJoin) { event in
                guard !event.isRequest else { return }
                try await greetNewMember(event.person(event.userID), event.logger)
            }
        }
        On(.messageNew) { event in try await greetNewcomer(event) }
    }

    /// Most people who join have not allowed messages yet, so a refusal is no failure.
    private func greetNewMember(_ person: Person, _ logger: Logger) async throws {
        do {
            try await person.send(filled(options.join, for: person))
        } catch let error as VKError where error.failure == .cannotWriteToPeer {
            logger.debug("a new member cannot be written to", ["vk.code": error.code?.description ?? ""])
        }
    }

    private func greetNewcomer(_ event: EventContext<MessageNew>) async throws {
        guard let peer = event.peer, peer.isChat, let newcomer = newcomer(in: event.message) else { return }
        if newcomer == -event.bot.communityID {
            guard !options.invited.isEmpty else { return }
            try await event.send(options.invited, to: peer)
        } else if newcomer > 0, !options.chat.isEmpty {
            try await event.send(filled(options.chat, for: event.person(newcomer)), to: peer)
        }
    }

    private func newcomer(in message: MessagesMessage) -> Int? {
        switch message.action?.type {
        case "chat_invite_user", "chat_invite_user_by_message_request": message.action?.memberID
        case "chat_invite_user_by_link": message.fromID
        default: nil
        }
    }

    private func filled(_ text: String, for person: Person) async throws -> String {
        guard text.contains("{name}") else { return text }
        return text.split(separator: "{name}", omittingEmptySubsequences: false).joined(separator: try await person.firstName())
    }
}
