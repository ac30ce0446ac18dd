# The bot of Examples/Form for aiogram (Telegram). SPDX-License-Identifier: MIT
import asyncio
import os
import time

from aiogram import Bot, Dispatcher, F
from aiogram.filters import Command
from aiogram.fsm.context import FSMContext
from aiogram.fsm.state import State, StatesGroup
from aiogram.types import Message

TIMEOUT = 5 * 60


class Order(StatesGroup):
    tea = State()
    grams = State()
    address = State()


dispatcher = Dispatcher()


async def ask(message: Message, state: FSMContext, step: State, question: str, **answers):
    await state.set_state(step)
    await state.update_data(since=time.time(), **answers)
    await message.answer(question)


@dispatcher.message.middleware
async def expire(handler, message: Message, data: dict):
    state: FSMContext = data["state"]
    if data.get("raw_state") and time.time() - (await state.get_data())["since"] > TIMEOUT:
        await state.clear()
        return await message.answer("Время вышло, начните снова: /order")
    return await handler(message, data)


@dispatcher.message(Command("order"))
async def start(message: Message, state: FSMContext):
    await ask(message, state, Order.tea, "Какой чай? Сенча или Улун")


@dispatcher.message(Order.tea, F.text.capitalize().in_({"Сенча", "Улун"}))
async def tea(message: Message, state: FSMContext):
    await ask(message, state, Order.grams, "Сколько граммов?", tea=message.text.capitalize())


@dispatcher.message(Order.tea)
async def wrong_tea(message: Message):
    await message.answer("Есть только Сенча и Улун.")


@dispatcher.message(Order.grams, F.text.isdecimal(), F.text.cast(int).in_(range(50, 1001)))
async def grams(message: Message, state: FSMContext):
    await ask(message, state, Order.address, "Куда везти?", grams=int(message.text))


@dispatcher.message(Order.grams)
async def wrong_grams(message: Message):
    await message.answer("Число от 50 до 1000.")


@dispatcher.message(Order.address, F.text)
async def address(message: Message, state: FSMContext):
    answers = await state.get_data()
    await state.clear()
    await message.answer(f"Записал: {answers['tea']}, {answers['grams']} г, {message.text}.")


if __name__ == "__main__":
    asyncio.run(dispatcher.start_polling(Bot(os.environ["BOT_TOKEN"])))
