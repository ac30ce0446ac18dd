// Govorun: the window of comments: what people write under posts, photos, videos, topics and goods, and what the bot answers. SPDX-License-Identifier: MIT
import { act, look } from "/web/api.js";
import { button, face, h } from "/web/dom.js";
import { field, form, openSheet } from "/web/sheet.js";
import { counted, kind as attachmentName, timeOrDate } from "/web/words.js";

const kinds = { wall: "Запись", photo: "Фотография", video: "Видео", topic: "Обсуждение", market: "Товар" };

export class Comments {
  #session;
  #world;
  /** Reads the open window anew. */
  #refresh = null;

  constructor(bus, session, world) {
    this.#session = session;
    this.#world = world;
    bus.on("event", (event) => event.type === "comments" && this.#refresh?.(event.community));
    bus.on("snapshot", () => this.#refresh?.());
  }

  /** Shows the comments of a community. */
  open(community) {
    const list = h("div", { class: "threads", role: "log", "aria-label": "Комментарии" });
    const problem = h("p", { class: "problem", role: "alert" });
    const rooms = new Map();
    let turn = 0;
    const refresh = async (changed = community) => {
      if (!list.isConnected) return void (this.#refresh = null);
      if (changed !== community) return;
      const own = ++turn;
      try {
        const { threads } = await look("comments", { community });
        // Answers may come in another order than the questions.
        if (own === turn) this.#show(threads.toReversed(), community, list, rooms);
      } catch (refusal) {
        problem.textContent = refusal.message;
      }
    };
    openSheet(`Комментарии: ${this.#world.name(-community)}`, () => [this.#opening(community), list, problem]);
    this.#refresh = refresh;
    refresh();
  }

  /** The form that begins something to comment on. */
  #opening(community) {
    const select = h("select", { name: "kind" }, ...Object.entries(kinds).map(([value, label]) => h("option", { value }, label)));
    const text = field("Текст записи", h("input", { name: "text", autocomplete: "off", value: "Новый чай!" }));
    select.addEventListener("change", () => (text.hidden = select.value !== "wall"));
    return form([h("div", { class: "opening" }, field("Что комментировать", select), text)], "Добавить", async (data) => {
      const kind = data.get("kind");
      await act("thread", { community, kind, ...(kind === "wall" ? { text: data.get("text") } : {}) });
    }, "");
  }

  /** Draws each thread into its own room, so that a field that is being filled in stays. */
  #show(threads, community, list, rooms) {
    if (threads.length === 0) return list.replaceChildren(h("p", { class: "small" }, "Пока нечего комментировать."));
    for (const thread of threads) {
      const key = `${thread.kind}${thread.id}`;
      if (!rooms.has(key)) rooms.set(key, this.#room(thread, community));
      rooms.get(key).show(thread);
    }
    const wanted = threads.map((thread) => rooms.get(`${thread.kind}${thread.id}`).element);
    const isSame = wanted.length === list.children.length && wanted.every((element, place) => element === list.children[place]);
    if (!isSame) list.replaceChildren(...wanted);
  }

  #room({ kind, id }, community) {
    const title = h("h3", {});
    const text = h("p", { class: "thread-text", dir: "auto" });
    const comments = h("ol", { class: "comments" });
    const input = h("input", { name: "text", required: true, autocomplete: "off", "aria-label": `Комментарий: ${kinds[kind]} ${id}` });
    const about = h("p", { class: "small answer", hidden: true });
    let replyTo;
    const answer = (comment) => {
      replyTo = comment?.id;
      about.hidden = !comment;
      about.replaceChildren(comment ? `Ответ: ${this.#world.name(comment.from_id)} ` : "", comment ? button("Отменить", { class: "link-button", on: { click: () => answer() } }) : "");
      if (comment) input.focus();
    };
    const writing = form([about, input], "Написать", async (data) => {
      await act("comment", { community, kind, id, person: this.#session.person, text: data.get("text"), reply_to: replyTo });
      input.value = "";
      answer();
    }, "");
    writing.classList.add("comment-form");
    const element = h("section", { class: "thread" }, title, text, comments, writing);
    const show = (thread) => {
      const count = thread.comments.filter((comment) => !comment.deleted).length;
      title.textContent = `${kinds[kind]} ${id} · ${counted(count, "комментарий", "комментария", "комментариев")}`;
      text.textContent = thread.text ?? "";
      text.hidden = !thread.text;
      writing.hidden = thread.closed === true;
      comments.replaceChildren(...thread.comments.map((comment) => this.#comment(comment, thread, answer)));
    };
    return { element, show };
  }

  #comment(comment, thread, answer) {
    const name = this.#world.name(comment.from_id);
    const asked = thread.comments.find((other) => other.id === comment.reply_to_comment);
    const words = [comment.text, ...(comment.attachments ?? []).map((attachment) => attachmentName(attachment.type))].filter(Boolean).join(" · ");
    return h("li", { class: `comment${comment.from_id < 0 ? " bot" : ""}${asked ? " nested" : ""}` },
      face(name, comment.from_id),
      h("div", { class: "comment-body" },
        h("div", { class: "comment-head" }, h("b", {}, name), asked && h("span", { class: "small" }, `→ ${this.#world.name(asked.from_id)}`),
          h("time", { class: "small" }, timeOrDate(comment.date))),
        h("p", { dir: "auto" }, comment.deleted ? "Комментарий удалён" : words)),
      !comment.deleted && !thread.closed && button("Ответить", { class: "link-button", "aria-label": `Ответить: ${name}`, on: { click: () => answer(comment) } }));
  }
}
