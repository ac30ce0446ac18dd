// Govorun: one message as nodes. SPDX-License-Identifier: MIT
import { attachmentNode, placeNode } from "/web/attachments.js";
import { button, h, icon } from "/web/dom.js";
import { outside, textNodes } from "/web/text.js";
import { action, counted, preview, time } from "/web/words.js";

/**
 * Makes messages for the dialog that is open.
 *
 * `acts` has `reply`, `edit`, `pin` and `jump`, each called with a message or its number.
 */
export class MessageMaker {
  #session;
  #world;
  #presses;
  #acts;

  constructor(session, world, presses, acts) {
    this.#session = session;
    this.#world = world;
    this.#presses = presses;
    this.#acts = acts;
  }

  /** @returns {HTMLElement} a bubble with everything that belongs to it, or a service line */
  make(message) {
    const number = message.conversation_message_id;
    const data = { number, date: message.date, version: message.version };
    if (message.action) return h("div", { class: "service", data }, action(message, this.#name));
    const isOwn = message.from_id === this.#session.person;
    return h("article", { class: isOwn ? "m me" : "m", data, "aria-label": `${this.#name(message.from_id)}, ${time(message.date)}` },
      this.#author(message, isOwn), this.#bubble(message), this.#extras(message), this.#meta(message, isOwn));
  }

  #name = (id) => this.#world.name(id);

  /** In a chat everybody has a name; in a private dialog only a person who writes for the community. */
  #author(message, isOwn) {
    if (message.admin_author_id) return h("div", { class: "author" }, `${this.#name(message.admin_author_id)} от имени сообщества`);
    const isPrivate = message.peer_id === this.#session.person;
    return isOwn || isPrivate ? null : h("div", { class: "author" }, this.#name(message.from_id));
  }

  #bubble(message) {
    const parts = [
      message.reply_message && this.#quote(message.reply_message),
      message.text && h("div", { class: "text", dir: "auto" }, ...textNodes(message.text, message.format_data, this.#mention)),
      ...(message.attachments ?? []).map(attachmentNode),
      message.geo && placeNode(message.geo),
      message.fwd_messages?.length > 0 && this.#forwards(message.fwd_messages),
    ].filter(Boolean);
    return parts.length > 0 && h("div", { class: "bubble" }, ...parts);
  }

  #quote(reply) {
    const number = reply.conversation_message_id;
    return button([h("b", {}, this.#name(reply.from_id)), h("span", { dir: "auto" }, preview(reply, this.#name))],
      { class: "quote", title: "Показать сообщение", on: { click: () => this.#acts.jump(number) } });
  }

  #forwards(forwards) {
    const title = counted(forwards.length, "пересланное сообщение", "пересланных сообщения", "пересланных сообщений");
    return h("details", { class: "forwards" }, h("summary", {}, title), forwards.map((message) =>
      h("div", {}, h("b", {}, this.#name(message.from_id)), h("div", { class: "text", dir: "auto" },
        ...(message.text ? textNodes(message.text, null, this.#mention) : [preview(message, this.#name)])),
      (message.attachments ?? []).map(attachmentNode), message.fwd_messages?.length > 0 && this.#forwards(message.fwd_messages))));
  }

  #extras(message) {
    const number = message.conversation_message_id;
    const rows = message.keyboard?.buttons ?? [];
    const cards = (message.template?.elements ?? []).map((element, index) => this.#card(element, number, rows.length + index));
    return [
      rows.length > 0 && this.#presses.keys(rows, { number }),
      cards.length > 0 && h("div", { class: "cards", tabindex: "0", role: "group", "aria-label": "Карусель" }, ...cards),
    ];
  }

  #card(element, number, row) {
    const photo = element.photo ?? (element.photo_id && { id: element.photo_id });
    return h("div", { class: "card" }, photo && h("div", { class: "pic", role: "img", "aria-label": `Фотография ${photo.id}` }),
      h("div", { class: "card-text" }, h("b", { dir: "auto" }, element.title ?? ""), h("span", { class: "small", dir: "auto" }, element.description ?? ""),
        this.#presses.keys([element.buttons], { number, firstRow: row })));
  }

  #meta(message, isOwn) {
    const isChat = message.peer_id !== this.#session.person;
    return h("div", { class: "meta" }, h("time", {}, time(message.date)), message.update_time && h("span", {}, "изменено"),
      isOwn && !isChat && h("span", { class: "read" }), h("span", { class: "acts" },
        this.#act("reply", "Ответить", message), isOwn && this.#act("edit", "Изменить", message), isChat && this.#act("pin", "Закрепить", message)));
  }

  #act(name, label, message) {
    return button(icon(name), { "aria-label": label, title: label, on: { click: () => this.#acts[name](message) } });
  }

  /** A community's mention opens its dialog; a person's lets one write as that person; strangers live on vk.com. */
  #mention = (id, label) => {
    const { person, place } = this.#session;
    if (id < 0 && this.#world.community(-id)) {
      return h("a", { href: this.#session.address(person, { community: -id, peer: person }), title: "Открыть диалог" }, ...label);
    }
    if (this.#world.person(id)) return h("a", { href: this.#session.address(id, place), title: "Писать от имени этого человека" }, ...label);
    return outside(`https://vk.com/${id < 0 ? "club" : "id"}${Math.abs(id)}`, {}, ...label);
  };
}
