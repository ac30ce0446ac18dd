#!/usr/bin/env python3
# Govorun: this program beside others that do the same work, in one run. SPDX-License-Identifier: MIT
#
# python3 -m venv .build/peers && .build/peers/bin/pip install vkbottle vk_api
# for product in DispatchRate Echo; do swift build -c release --product $product; done
# .build/peers/bin/python Benchmarks/Peers/compare.py [ROUNDS] [FOLDER]
#
# FOLDER holds our benchmarks (.build/release). All take turns, so that whatever else the machine does meets all alike; medians are printed, and
# what each is to the first of its row.
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
OURS = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ".build/release").resolve()
# vkbottle leaves a folder where it runs.
SCRATCH = tempfile.TemporaryDirectory()


class Server:
    """Our prepared VK in a process of its own; `messages` alone, and it says how long they waited for their replies."""

    def __init__(self, messages=0):
        command = [OURS / "Echo", "serve", str(messages)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = self.line()

    def line(self):
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def numbers(command, pattern=r"([\d.]+)"):
    """What a program prints that matches, of its last such line."""
    output = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, cwd=SCRATCH.name).stdout
    found = [match for line in output.splitlines() if (match := re.findall(pattern, line))]
    if not found:
        raise SystemExit(f"no figures from {' '.join(map(str, command))}")
    return float(found[-1][0])


def python(script, *arguments):
    return numbers([sys.executable, HERE / script, *arguments])


def vkbottle(mode, size, total):
    with Server() as server:
        return python("vkbottle_bot.py", mode, server.port, size, total, 0)


def vk_api(size, total):
    with Server() as server:
        return python("vk_api_loop.py", server.port, size, total)


def dispatch(storage, size):
    return numbers([OURS / "DispatchRate", storage, 1, size], r"(\d+) updates per CPU second")


def echo(part):
    return numbers([OURS / "Echo", part], r"(\d+) replies a second")


def lone_of_ours(place):
    return numbers([OURS / "Echo", "latency"], rf"{place}: p50 ([\d.]+) ms")


def lone_of_vkbottle():
    with Server(300) as server:
        command = [sys.executable, HERE / "vkbottle_bot.py", "lone", server.port, "1", "30000", "10"]
        bot = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, cwd=SCRATCH.name)
        try:
            return float(re.findall(r"p50 ([\d.]+) ms", server.line())[0])
        finally:
            bot.kill()
            bot.wait()


def row(title, **programs):
    """Runs the programs in turns, and prints their medians and what each is to the first."""
    figures = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, run in programs.items():
            figures[name].append(run())
    medians = {name: statistics.median(values) for name, values in figures.items()}
    first = next(iter(medians.values()))
    print(title)
    for name, median in medians.items():
        print(f"  {name.replace('_', ' '):24} {median:10.6g}   {median / first:.2f}", flush=True)


for size, total in ((10, 10_000), (100, 10_000), (1_000, 20_000)):
    row(
        f"updates per second of CPU, {size} in each answer of a poll",
        vkbottle=lambda: vkbottle("count", size, total), vk_api_loop_alone=lambda: vk_api(size, 5 * total),
        Govorun_inbox_on_disk=lambda: dispatch("sqlite", size), Govorun_in_memory=lambda: dispatch("memory", size))
row(
    "replies a second without a limit", vkbottle=lambda: vkbottle("echo", 100, 5_000),
    Govorun_one_by_one=lambda: echo("alone"), Govorun_in_packs=lambda: echo("packs"))
row(
    "from a lone message to its reply, ms, the median", vkbottle=lone_of_vkbottle, Govorun_inbox_on_disk=lambda: lone_of_ours("on disk"),
    Govorun_in_memory=lambda: lone_of_ours("in memory"))
