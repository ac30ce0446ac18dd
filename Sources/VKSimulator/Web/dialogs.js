// Govorun: the list of communities and chats. SPDX-License-Identifier: MIT
import { byID, coalesced, face, h } from "/web/dom.js";
import { keyOf } from "/web/world.js";
import { counted, preview, timeOrDate } from "/web/words.js";

/** Rows are links, so that a dialog can be opened apart; each is made once and kept up to date. */
export class DialogList {
  #session;
  #world;
  #rows = new Map();
  #list = byID("dialogs");
  #search = byID("search");

  constructor(bus, session, world) {
    this.#session = session;
    this.#world = world;
    const show = coalesced(() => this.#show());
    bus.on("dialogs", show);
    bus.on("place", show);
    this.#search.addEventListener("input", show);
    this.#search.addEventListener("keydown", (event) => event.key === "Enter" && this.#list.querySelector("a")?.click());
  }

  #show() {
    const sections = [["Сообщества", this.#world.privateDialogs], ["Беседы", this.#world.chatDialogs]];
    const nodes = sections.flatMap(([title, dialogs]) => {
      const found = dialogs.filter((dialog) => this.#isFound(dialog));
      return found.length > 0 ? [this.#heading(title), ...found.map((dialog) => this.#row(dialog))] : [];
    });
    if (nodes.length === 0) nodes.push(this.#heading(this.#search.value ? "Ничего не найдено" : "Ботов пока нет"));
    const isSame = nodes.length === this.#list.children.length && nodes.every((node, index) => node === this.#list.children[index]);
    if (!isSame) this.#list.replaceChildren(...nodes);
    this.#title();
  }

  /** Headings are kept, too: what does not change does not move. */
  #heading(title) {
    if (!this.#rows.has(title)) this.#rows.set(title, h("h2", {}, title));
    return this.#rows.get(title);
  }

  #isFound(dialog) {
    const wanted = this.#search.value.trim().toLocaleLowerCase("ru");
    return dialog.title.toLocaleLowerCase("ru").includes(wanted);
  }

  #row(dialog) {
    const key = `${this.#session.person}:${keyOf(dialog.place)}`;
    if (!this.#rows.has(key)) this.#rows.set(key, h("a", { class: "dialog", href: this.#session.address(this.#session.person, dialog.place) }));
    const row = this.#rows.get(key);
    const isOpen = this.#session.place && keyOf(this.#session.place) === keyOf(dialog.place);
    row.ariaCurrent = isOpen ? "true" : null;
    const state = JSON.stringify([dialog.title, dialog.last?.version, dialog.last?.conversation_message_id, dialog.unread]);
    if (row.dataset.state !== state) row.replaceChildren(...this.#cells(dialog));
    row.dataset.state = state;
    return row;
  }

  #cells({ title, id, last, unread }) {
    const unreadName = counted(unread, "непрочитанное", "непрочитанных", "непрочитанных");
    return [
      face(title, id, "big"),
      h("b", { dir: "auto" }, title),
      h("time", {}, last ? timeOrDate(last.date) : ""),
      h("span", { class: "last", dir: "auto" }, last ? this.#line(last) : "Нет сообщений"),
      unread > 0 && h("span", { class: "badge", "aria-label": unreadName }, unread > 99 ? "99+" : String(unread)),
    ].filter(Boolean);
  }

  #line(last) {
    const text = preview(last, (id) => this.#world.name(id));
    if (last.action || last.from_id === -last.peer_id) return text;
    if (last.from_id === this.#session.person) return `Вы: ${text}`;
    return last.peer_id === this.#session.person ? text : `${this.#world.name(last.from_id).split(" ")[0]}: ${text}`;
  }

  #title() {
    const unread = [...this.#world.privateDialogs, ...this.#world.chatDialogs].reduce((sum, dialog) => sum + dialog.unread, 0);
    document.title = unread > 0 ? `(${unread}) Говорун` : "Говорун";
  }
}
