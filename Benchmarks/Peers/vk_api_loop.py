# Govorun: what vk_api's loop does with the messages of a prepared VK. SPDX-License-Identifier: MIT
#
# vk_api_loop.py PORT SIZE TOTAL
#
# The loop alone: nothing leads a message anywhere, and nothing is kept of it.
import sys
import time

import requests
from vk_api.bot_longpoll import VkBotEventType, VkBotLongPoll

port, size, total = map(int, sys.argv[1:])


class PreparedVK:
    """The two methods that the loop asks of a session."""

    def __init__(self):
        self.http = requests.Session()

    def method(self, name, values):
        address = f"http://127.0.0.1:{port}/{size}/{total}/0/method/{name}"
        return self.http.post(address, data={**values, "access_token": "token-of-the-benchmark", "v": "5.199"}).json()["response"]


done, begun = 0, None
for event in VkBotLongPoll(PreparedVK(), 222_000_001).listen():
    if begun is None:
        begun = (time.process_time(), time.monotonic())
    if event.type == VkBotEventType.MESSAGE_NEW and event.message["text"]:
        done += 1
    if done == total:
        print(total / (time.process_time() - begun[0]), total / (time.monotonic() - begun[1]), flush=True)
        break
