# The bot of Examples/Hello for vkbottle. SPDX-License-Identifier: MIT
import os

from vkbottle.bot import Bot, Message

bot = Bot(os.environ["VK_TOKEN"])


@bot.on.message(text="/hello")
async def hello(message: Message):
    await message.answer("Привет!")


@bot.on.message(text="/echo <text>")
async def echo(message: Message, text: str):
    await message.answer(text)


bot.run_forever()
