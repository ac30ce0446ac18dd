# Govorun: what vkbottle does with the messages of a prepared VK. SPDX-License-Identifier: MIT
#
# vkbottle_bot.py count|echo|lone PORT SIZE TOTAL RATE
#
# count: a handler that counts; echo: one that repeats what it is told; both print what was done, and end the process. lone: echoes until it is ended.
import logging
import os
import sys
import time

from vkbottle import Bot
from vkbottle.bot import Message

logging.disable(logging.CRITICAL)
mode, port, size, total, rate = sys.argv[1], *map(int, sys.argv[2:])
bot = Bot(token="token-of-the-benchmark")
bot.api.API_URL = f"http://127.0.0.1:{port}/{size}/{total}/{rate}/method/"
done, begun = 0, None


@bot.on.message()
async def handle(message: Message):
    global done, begun
    if begun is None:
        begun = (time.process_time(), time.monotonic())
    if mode != "count":
        await message.answer(message.text)
    done += 1
    if done == total and mode != "lone":
        print(total / (time.process_time() - begun[0]), total / (time.monotonic() - begun[1]), flush=True)
        os._exit(0)


bot.run_forever()
