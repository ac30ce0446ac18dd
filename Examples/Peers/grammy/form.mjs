// The bot of Examples/Form for grammY (Telegram). SPDX-License-Identifier: MIT
import { conversations, createConversation } from "@grammyjs/conversations";
import { Bot } from "grammy";

const bot = new Bot(process.env.BOT_TOKEN);

async function order(conversation, ctx) {
  const ask = async (question, isGood, otherwise) => {
    await ctx.reply(question);
    return conversation.waitUntil((ctx) => ctx.msg?.text && isGood(ctx.msg.text), {
      otherwise: (ctx) => ctx.reply(otherwise),
    });
  };
  const tea = await ask("Какой чай? Сенча или Улун", (text) => /^(сенча|улун)$/i.test(text), "Есть только Сенча и Улун.");
  const isGood = (text) => /^\d+$/.test(text) && text >= 50 && text <= 1000;
  const grams = await ask("Сколько граммов?", isGood, "Число от 50 до 1000.");
  const address = await ask("Куда везти?", () => true, "Напишите адрес.");
  await ctx.reply(`Записал: ${tea.msg.text}, ${grams.msg.text} г, ${address.msg.text}.`);
}

bot.use(conversations());
bot.use(createConversation(order, { maxMillisecondsToWait: 5 * 60 * 1000 }));
bot.command("order", (ctx) => ctx.conversation.enter("order"));

bot.start();
