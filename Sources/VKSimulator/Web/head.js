// Govorun: the line above the open dialog. SPDX-License-Identifier: MIT
import { button, byID, coalesced, face, h, icon } from "/web/dom.js";
import { counted } from "/web/words.js";

export class Head {
  #session;
  #world;
  #open;
  #shown = "";

  /** @param {{details: () => void, comments: () => void}} open what the buttons open */
  constructor(bus, session, world, open) {
    this.#session = session;
    this.#world = world;
    this.#open = open;
    const show = coalesced(() => this.#show());
    bus.on("dialogs", show);
    bus.on("place", show);
  }

  #show() {
    const { place } = this.#session;
    byID("app").dataset.view = place ? "talk" : "list";
    const dialog = place && this.#world.dialog(place);
    const note = dialog ? this.#note(place) : place ? "Этого диалога нет: бот остановлен, или вы не в беседе" : "";
    const state = JSON.stringify([place, dialog?.title, note]);
    if (state === this.#shown) return;
    this.#shown = state;
    const title = dialog?.title ?? (place ? "Нет такого диалога" : "Выберите диалог");
    byID("head").replaceChildren(
      button(icon("back"), { class: "icon-button small back", "aria-label": "К списку диалогов", on: { click: () => this.#session.open(null) } }),
      face(title, dialog?.id ?? 0, "big"),
      h("div", { class: "head-text" }, h("h2", { dir: "auto" }, title), h("small", {}, note)),
      dialog ? button(icon("comments"), { class: "icon-button small comments-button", "aria-label": "Комментарии", title: "Комментарии сообщества", on: { click: this.#open.comments } }) : "",
      dialog ? button(icon("info"), { class: "icon-button small", "aria-label": "О диалоге", title: "О диалоге", on: { click: this.#open.details } }) : "");
  }

  #note(place) {
    const chat = this.#world.chat(place);
    if (chat) return `беседа · ${counted(chat.members.length, "участник", "участника", "участников")} · бот ${this.#world.name(-place.community)}`;
    const community = this.#world.community(place.community);
    const isMember = community.members.includes(this.#session.person);
    return `бот · ${community.screen_name}${isMember ? " · вы подписаны" : ""}${community.blocked ? " · вы в чёрном списке" : ""}`;
  }
}
