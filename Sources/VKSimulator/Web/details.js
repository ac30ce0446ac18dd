// Govorun: the window about the open dialog: membership and permission, or the chat's people. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { button, face, h } from "/web/dom.js";
import { field, form, openSheet, tick } from "/web/sheet.js";
import { isChat } from "/web/world.js";

export class Details {
  #bus;
  #session;
  #world;
  /** Draws the open window anew. */
  #draw = null;

  constructor(bus, session, world) {
    this.#bus = bus;
    this.#session = session;
    this.#world = world;
    bus.on("snapshot", () => this.#draw?.());
  }

  open() {
    const { place } = this.#session;
    const title = this.#world.dialog(place)?.title ?? "Диалог";
    const body = h("div", { class: "details" });
    const problem = h("p", { class: "problem", role: "alert" });
    const run = async (name, fields) => {
      problem.textContent = "";
      try {
        await act(name, { person: this.#session.person, ...place, ...fields });
      } catch (refusal) {
        problem.textContent = refusal.message;
        this.#draw?.();
      }
    };
    const close = openSheet(title, () => [body, problem]);
    this.#draw = () => {
      if (!body.isConnected) return void (this.#draw = null);
      const content = isChat(place.peer) ? this.#chat(place, run, close) : this.#community(place, run);
      // A field that is being filled in is left alone.
      if (!body.contains(document.activeElement) || document.activeElement.tagName !== "INPUT") body.replaceChildren(...content);
    };
    this.#draw();
  }

  // MARK: A community

  #community(place, run) {
    const community = this.#world.community(place.community);
    if (!community) return [h("p", {}, "Этого сообщества больше нет.")];
    const isMember = community.members.includes(this.#session.person);
    const { id, screen_name: name, permission, blocked } = community;
    return [
      h("p", { class: "small" }, `Сообщество ${id} · ${name}`),
      h("p", {}, community.waiting_polls > 0 ? "Бот на связи: ждёт событий." : "Бот сейчас не ждёт событий: занят или остановлен."),
      tick("Я подписан на сообщество", { checked: isMember }, (on) => run(on ? "join" : "leave", {})),
      tick("Сообщения от сообщества разрешены", { checked: permission === "allowed" }, (on) => run(on ? "allow" : "deny", {})),
      tick("Я в чёрном списке сообщества", { checked: blocked }, (on) => run("block", { blocked: on })),
      h("h3", {}, "Ответить за сообщество"),
      this.#replyForm(place),
    ];
  }

  /** What an administrator writes by hand; bots fall silent then for a while. */
  #replyForm(place) {
    const people = this.#world.people.map((person) => h("option", { value: person.id }, this.#world.name(person.id)));
    people.at(-1).selected = true;
    const children = [
      field("Кто пишет", h("select", { name: "person" }, ...people)),
      field("Сообщение", h("input", { name: "text", required: true, autocomplete: "off" })),
    ];
    return form(children, "Отправить от имени сообщества", async (data) => {
      await act("reply", { ...place, person: Number(data.get("person")), text: data.get("text") });
      document.activeElement.closest("form")?.reset();
    }, "");
  }

  // MARK: A chat

  #chat(place, run, close) {
    const chat = this.#world.chat(place);
    if (!chat) return [h("p", {}, "Вы больше не в этой беседе.")];
    const title = field("Название", h("input", { name: "title", required: true, maxlength: 100, value: chat.title, autocomplete: "off" }));
    const bot = chat.members.find((member) => member.id === -place.community);
    return [
      form([title], "Переименовать", async (data) => {
        await act("rename", { person: this.#session.person, ...place, title: data.get("title").trim() });
        document.activeElement.blur();
      }, ""),
      h("h3", {}, "Участники"),
      h("ul", { class: "members" }, ...chat.members.map((member) => this.#member(member, chat, run))),
      this.#inviting(chat, run),
      h("h3", {}, "Бот"),
      tick("Видит все сообщения", { checked: chat.full_access }, (full) => run("access", { full })),
      tick("Администратор беседы", { checked: bot?.admin, disabled: !bot }, (on) => run("admin", { member: -place.community, on })),
      chat.pinned && button("Открепить сообщение", { class: "key", on: { click: () => run("pin", {}) } }),
      button("Выйти из беседы", { class: "key negative", on: { click: () => run("kick", {}).then(close).then(() => this.#session.open(null)) } }),
    ].filter(Boolean);
  }

  #member(member, chat, run) {
    const name = this.#world.name(member.id);
    const role = member.id === chat.owner ? "создатель" : member.admin ? "администратор" : member.id < 0 ? "бот" : "";
    const isSelf = member.id === this.#session.person;
    const kick = button("Исключить", { class: "link-button", "aria-label": `Исключить: ${name}`, on: { click: () => run("kick", { member: member.id }) } });
    return h("li", {}, face(name, member.id), h("span", {}, name), h("span", { class: "small" }, role), !isSelf && kick);
  }

  #inviting(chat, run) {
    const isIn = (id) => chat.members.some((member) => member.id === id);
    const ids = [-chat.community, ...this.#world.people.map((person) => person.id)].filter((id) => !isIn(id));
    if (ids.length === 0) return null;
    const invite = (id) => button(`+ ${this.#world.name(id)}`, { class: "chip-close", on: { click: () => run("invite", { member: id }) } });
    return h("div", { class: "chips", role: "group", "aria-label": "Пригласить" }, ...ids.slice(0, 12).map(invite));
  }
}
