# The bot of Examples/Form for vkbottle. SPDX-License-Identifier: MIT
import os
import time

from vkbottle import BaseStateGroup
from vkbottle.bot import Bot, Message

TIMEOUT = 5 * 60
TEAS = ["Сенча", "Улун"]


class Order(BaseStateGroup):
    TEA = "tea"
    GRAMS = "grams"
    ADDRESS = "address"


bot = Bot(os.environ["VK_TOKEN"])


async def ask(message: Message, state: Order, question: str, **answers):
    await bot.state_dispenser.set(message.peer_id, state, since=time.time(), **answers)
    await message.answer(question)


async def expired(message: Message) -> bool:
    if time.time() - message.state_peer.payload["since"] <= TIMEOUT:
        return False
    await bot.state_dispenser.delete(message.peer_id)
    await message.answer("Время вышло, начните снова: /order")
    return True


@bot.on.message(text="/order")
async def start(message: Message):
    await ask(message, Order.TEA, "Какой чай? Сенча или Улун")


@bot.on.message(state=Order.TEA)
async def tea(message: Message):
    if await expired(message):
        return
    if message.text.capitalize() not in TEAS:
        return await message.answer("Есть только Сенча и Улун.")
    await ask(message, Order.GRAMS, "Сколько граммов?", tea=message.text.capitalize())


@bot.on.message(state=Order.GRAMS)
async def grams(message: Message):
    if await expired(message):
        return
    if not message.text.isdecimal() or not 50 <= int(message.text) <= 1000:
        return await message.answer("Число от 50 до 1000.")
    await ask(message, Order.ADDRESS, "Куда везти?", tea=message.state_peer.payload["tea"], grams=int(message.text))


@bot.on.message(state=Order.ADDRESS)
async def address(message: Message):
    if await expired(message):
        return
    answers = message.state_peer.payload
    await bot.state_dispenser.delete(message.peer_id)
    await message.answer(f"Записал: {answers['tea']}, {answers['grams']} г, {message.text}.")


bot.run_forever()
