# The bot of Examples/Shop for aiogram (Telegram). SPDX-License-Identifier: MIT
import asyncio
import os
from dataclasses import dataclass, field

from aiogram import Bot, Dispatcher
from aiogram.filters import Command
from aiogram.filters.callback_data import CallbackData
from aiogram.fsm.context import FSMContext
from aiogram.types import CallbackQuery, Message
from aiogram.utils.keyboard import InlineKeyboardBuilder


@dataclass
class Options:
    teas: dict[str, int] = field(default_factory=lambda: {"Сенча": 350, "Улун": 420})


class Buy(CallbackData, prefix="buy"):
    name: str
    price: int


dispatcher = Dispatcher()
options = Options()


@dispatcher.message(Command("shop"))
async def shop(message: Message):
    keyboard = InlineKeyboardBuilder()
    for name, price in options.teas.items():
        keyboard.button(text=f"{name}, {price} ₽", callback_data=Buy(name=name, price=price))
    await message.answer("Какой чай?", reply_markup=keyboard.adjust(1).as_markup())


@dispatcher.callback_query(Buy.filter())
async def buy(query: CallbackQuery, callback_data: Buy, state: FSMContext):
    cart = await state.get_data()
    await state.update_data(sum=cart.get("sum", 0) + callback_data.price, count=cart.get("count", 0) + 1)
    await query.answer(f"{callback_data.name} в корзине")


@dispatcher.message(Command("cart"))
async def show_cart(message: Message, state: FSMContext):
    cart = await state.get_data()
    await message.answer(f"В корзине: {cart.get('count', 0)}, на сумму {cart.get('sum', 0)} ₽")


if __name__ == "__main__":
    asyncio.run(dispatcher.start_polling(Bot(os.environ["BOT_TOKEN"])))
