// Govorun example: a shop with typed options, buttons and a cart. SPDX-License-Identifier: MIT
import BotKit

struct ShopPlugin: Plugin {
    struct Options: PluginOptions { var teas = [Tea()] }
    struct Tea: PluginOptions { var name = "Сенча", price = 350 }
    struct Cart: PluginState { var sum = 0, count = 0 }
    struct Buy: ButtonPayload { var name: String, price: Int }

    let options: Options
    init(_ setup: PluginSetup<Options>) { options = setup.options }

    var handlers: [Handler] {
        Command("shop", help: "выбрать чай") { message in
            try await message.reply("Какой чай?") {
                for tea in options.teas { Row { Button.callback("\(tea.name), \(tea.price) ₽", Buy(name: tea.name, price: tea.price)) } }
            }
        }
        Pressed(Buy.self) { press, buy in
            try await press.state(Cart.self) { cart in (cart.sum, cart.count) = (cart.sum + buy.price, cart.count + 1) }
            try await press.snackbar("\(buy.name) в корзине")
        }
        Command("cart", help: "что в корзине") { message in
            let cart = try await message.state(Cart.self)
            try await message.reply("В корзине: \(cart.count), на сумму \(cart.sum) ₽")
        }
    }
}
