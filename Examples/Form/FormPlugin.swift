// Govorun example: a form of three steps that survives a restart. SPDX-License-Identifier: MIT
import BotKit

struct FormPlugin: Plugin {
    init(_ setup: PluginSetup<NoOptions>) {}

    var handlers: [Handler] {
        Command("order", help: "заказать чай") { message in
            let tea = try await message.ask(
                "Какой чай?", as: .choice("чай", "Сенча", "Улун"), retry: "Есть только Сенча и Улун.", timeout: .minutes(5))
            let grams = try await message.ask(
                "Сколько граммов?", as: .int("граммы", in: 50...1000), retry: "Число от 50 до 1000.", timeout: .minutes(5))
            let address = try await message.ask("Куда везти?", timeout: .minutes(5))
            try await message.reply("Записал: \(tea), \(grams) г, \(address).")
        }
    }
}
