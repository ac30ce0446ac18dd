// Govorun: a form of three steps. SPDX-License-Identifier: MIT
import BotKit

/// Signs people up in three steps, with validation and time limits: the shape that a form has.
struct RegistrationPlugin: Plugin {
    struct Options: PluginOptions { var places = 20 }
    struct Applicant: Record {
        static let indexes: [RecordIndex] = [.unique("person")]
        var person: Int, name: String, age: Int, size: String
    }
    let options: Options
    init(_ setup: PluginSetup<Options>) { options = setup.options }

    var handlers: [Handler] {
        Command("register", help: "Записаться") { message in
            let name = try await message.ask("Как вас зовут?", timeout: .minutes(10))
            let age = try await message.ask(
                "Сколько вам лет?", as: .int("возраст", in: 14...99), retry: "Числом, от 14 до 99.", timeout: .minutes(10))
            let size = try await message.ask("Размер футболки?", as: .choice("размер", "S", "M", "L"), timeout: .minutes(10))
            let applicant = Applicant(person: message.user.id, name: name, age: age, size: size)
            let place = try await message.records(Applicant.self).insert(applicant, atMost: options.places)
            try await message.reply(place == nil ? "Мест больше нет." : "Записали: \(name), \(age), \(size).")
        }
    }
}
