// Govorun: the simulator's control API as the page calls it. SPDX-License-Identifier: MIT

/** Why the simulator did not do something; `message` is for people. */
export class Refusal extends Error {
  /**
   * @param {"offline"|"not_found"|"taken"|"invalid"|"refused"|string} code
   * @param {string} detail what the simulator said, in its own words
   */
  constructor(code, detail) {
    super(Refusal.words(code, detail));
    this.code = code;
  }

  static words(code, detail) {
    const rule = Refusal.rules.find(([pattern]) => pattern.test(`${code}: ${detail}`));
    return rule ? rule[1] : `Не вышло: ${detail}`;
  }

  static rules = [
    [/^offline/, "Нет связи с Говоруном: похоже, он остановлен. Сообщение осталось в поле ввода."],
    [/community \d+/, "Этого сообщества больше нет: бот остановлен или убран из bots.yaml."],
    [/is not in chat/, "Вы больше не в этой беседе."],
    [/chat \d+/, "Этой беседы больше нет."],
    [/is no admin/, "Это может только администратор беседы."],
    [/in the chat already/, "Уже в беседе."],
    [/nothing is pinned/, "В беседе ничего не закреплено."],
    [/button/, "Этой кнопки больше нет: бот заменил клавиатуру."],
    [/message \d+/, "Этого сообщения больше нет."],
    [/comment \d+/, "Этого комментария больше нет."],
    [/empty (comment|post)/, "Пустой комментарий не отправить."],
    [/empty message/, "Пустое сообщение не отправить."],
    [/person \d+/, "Этого человека в симуляторе больше нет."],
  ];
}

/** Looks at a part of the simulated world. */
export function look(name, query = {}) {
  const known = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return ask(`/simulator/${name}?${new URLSearchParams(known)}`, {});
}

/** Changes the simulated world. */
export function act(name, body) {
  return ask(`/simulator/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

async function ask(path, request) {
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new Refusal("offline", path);
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  throw new Refusal(answer?.error?.code ?? "failed", answer?.error?.message ?? `HTTP ${response.status}`);
}
