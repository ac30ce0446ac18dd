// The bot of Examples/Shop for grammY (Telegram). SPDX-License-Identifier: MIT
import { Bot, InlineKeyboard, session } from "grammy";

const options = { teas: { "Сенча": 350, "Улун": 420 } };
const bot = new Bot(process.env.BOT_TOKEN);

bot.use(session({ initial: () => ({ sum: 0, count: 0 }) }));

bot.command("shop", async (ctx) => {
  const keyboard = new InlineKeyboard();
  for (const [name, price] of Object.entries(options.teas)) {
    keyboard.text(`${name}, ${price} ₽`, `buy:${name}:${price}`).row();
  }
  await ctx.reply("Какой чай?", { reply_markup: keyboard });
});

bot.callbackQuery(/^buy:(.+):(\d+)$/, async (ctx) => {
  const [, name, price] = ctx.match;
  ctx.session.sum += Number(price);
  ctx.session.count += 1;
  await ctx.answerCallbackQuery(`${name} в корзине`);
});

bot.command("cart", (ctx) => ctx.reply(`В корзине: ${ctx.session.count}, на сумму ${ctx.session.sum} ₽`));

bot.start();
