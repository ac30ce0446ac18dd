// The bot of Examples/Hello for grammY (Telegram). SPDX-License-Identifier: MIT
import { Bot } from "grammy";

const bot = new Bot(process.env.BOT_TOKEN);

bot.command("hello", (ctx) => ctx.reply("Привет!"));
bot.command("echo", (ctx) => ctx.reply(ctx.match || "Не хватает: текст"));

bot.start();
