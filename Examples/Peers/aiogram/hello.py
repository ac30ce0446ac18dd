# The bot of Examples/Hello for aiogram (Telegram). SPDX-License-Identifier: MIT
import asyncio
import os

from aiogram import Bot, Dispatcher
from aiogram.filters import Command, CommandObject
from aiogram.types import Message

dispatcher = Dispatcher()


@dispatcher.message(Command("hello"))
async def hello(message: Message):
    await message.answer("Привет!")


@dispatcher.message(Command("echo"))
async def echo(message: Message, command: CommandObject):
    await message.answer(command.args or "Не хватает: текст")


if __name__ == "__main__":
    asyncio.run(dispatcher.start_polling(Bot(os.environ["BOT_TOKEN"])))
