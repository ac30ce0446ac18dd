# The bot of Examples/Shop for vkbottle. SPDX-License-Identifier: MIT
import os
from collections import defaultdict
from dataclasses import dataclass, field

from vkbottle import Callback, GroupEventType, Keyboard, ShowSnackbarEvent
from vkbottle.bot import Bot, Message, MessageEvent, rules


@dataclass
class Options:
    teas: dict[str, int] = field(default_factory=lambda: {"Сенча": 350, "Улун": 420})


@dataclass
class Cart:
    sum: int = 0
    count: int = 0


bot = Bot(os.environ["VK_TOKEN"])
options = Options()
carts: dict[int, Cart] = defaultdict(Cart)


@bot.on.message(text="/shop")
async def shop(message: Message):
    keyboard = Keyboard(inline=True)
    for name, price in options.teas.items():
        keyboard.row()
        keyboard.add(Callback(f"{name}, {price} ₽", {"buy": name, "price": price}))
    await message.answer("Какой чай?", keyboard=keyboard.get_json())


@bot.on.raw_event(GroupEventType.MESSAGE_EVENT, MessageEvent, rules.PayloadMapRule([("buy", str), ("price", int)]))
async def buy(event: MessageEvent):
    payload = event.get_payload_json()
    cart = carts[event.user_id]
    cart.sum += payload["price"]
    cart.count += 1
    await event.send_message_event_answer(ShowSnackbarEvent(text=f"{payload['buy']} в корзине"))


@bot.on.message(text="/cart")
async def show_cart(message: Message):
    cart = carts[message.from_id]
    await message.answer(f"В корзине: {cart.count}, на сумму {cart.sum} ₽")


bot.run_forever()
