// Govorun: Russian words for times, counts, and what happened. SPDX-License-Identifier: MIT

const clock = new Intl.DateTimeFormat("ru", { hour: "2-digit", minute: "2-digit" });
const preciseClock = new Intl.DateTimeFormat("ru", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const calendar = new Intl.DateTimeFormat("ru", { day: "numeric", month: "long" });
const calendarWithYear = new Intl.DateTimeFormat("ru", { day: "numeric", month: "long", year: "numeric" });
const shortCalendar = new Intl.DateTimeFormat("ru", { day: "2-digit", month: "2-digit" });
const rules = new Intl.PluralRules("ru");

const dateOf = (seconds) => new Date(seconds * 1000);

/** The day of a time, as a key: equal for times of one day here. */
export const dayKey = (seconds) => dateOf(seconds).toDateString();
export const time = (seconds) => clock.format(dateOf(seconds));
export const preciseTime = (seconds) => preciseClock.format(dateOf(seconds));

/** «Сегодня», «Вчера», «3 марта». */
export function day(seconds, now = new Date()) {
  const date = dateOf(seconds);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return "Сегодня";
  if (date.toDateString() === yesterday.toDateString()) return "Вчера";
  return (date.getFullYear() === now.getFullYear() ? calendar : calendarWithYear).format(date);
}

/** In a list: the time of today, else the date. */
export const timeOrDate = (seconds) => (dayKey(seconds) === new Date().toDateString() ? time(seconds) : shortCalendar.format(dateOf(seconds)));

/** `counted(3, "участник", "участника", "участников")`. */
export function counted(number, one, few, many) {
  return `${number} ${{ one, few }[rules.select(number)] ?? many}`;
}

export function size(bytes) {
  if (bytes >= 1_048_576) return `${(bytes / 1_048_576).toFixed(1).replace(".", ",")} МБ`;
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} КБ` : `${bytes} Б`;
}

export const duration = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** A text without the brackets of its mentions. */
export const plain = (text) => text.replaceAll(/\[(?:id|club|public|event)\d+\|([^\]\n]+)\]/g, "$1");

const kinds = {
  photo: "Фотография", video: "Видео", audio: "Аудиозапись", doc: "Документ", audio_message: "Голосовое сообщение", sticker: "Стикер",
  graffiti: "Граффити", wall: "Запись на стене", wall_reply: "Комментарий", poll: "Опрос", link: "Ссылка", market: "Товар",
  market_album: "Подборка товаров", story: "История", article: "Статья", podcast: "Подкаст", gift: "Подарок", call: "Звонок",
};

/** The name of an attachment's type. */
export const kind = (type) => kinds[type] ?? `Вложение «${type}»`;

/** A message in one line. */
export function preview(message, name) {
  if (message.action) return action(message, name);
  if (message.text) return plain(message.text).replaceAll(/\s+/g, " ");
  if (message.attachments?.length) return kind(message.attachments[0].type);
  if (message.geo) return "Место на карте";
  return message.fwd_messages?.length ? "Пересланные сообщения" : "Сообщение";
}

const actions = {
  chat_create: (who) => `${who} — беседа создана`,
  chat_invite_user: (who, whom) => `${who} приглашает в беседу: ${whom}`,
  chat_invite_user_by_link: (who) => `${who} — теперь в беседе (по ссылке)`,
  chat_invite_user_by_message_request: (who) => `${who} — теперь в беседе (по заявке)`,
  chat_kick_user: (who, whom) => `${who} исключает из беседы: ${whom}`,
  chat_title_update: (who, whom, what) => `${who} меняет название: «${what.text ?? ""}»`,
  chat_pin_message: (who, whom, what) => `${who} закрепляет сообщение${what.message ? ` «${plain(what.message)}»` : ""}`,
  chat_unpin_message: (who) => `${who} открепляет сообщение`,
  chat_photo_update: (who) => `${who} меняет фото беседы`,
  chat_photo_remove: (who) => `${who} удаляет фото беседы`,
  chat_screenshot: (who) => `${who} делает снимок экрана`,
};

/** A service message in one line; the present tense, so that nobody's sex matters. */
export function action(message, name) {
  const what = message.action;
  const who = name(message.from_id);
  if (what.type === "chat_kick_user" && what.member_id === message.from_id) return `${who} выходит из беседы`;
  const rule = actions[what.type];
  return rule ? rule(who, what.member_id ? name(what.member_id) : "", what) : `${who}: ${what.type}`;
}
