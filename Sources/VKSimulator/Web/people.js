// Govorun: who writes: choosing a person, adding one. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { button, byID, coalesced, face, h, icon } from "/web/dom.js";
import { field, form, openSheet } from "/web/sheet.js";

/** So many fit into the header; the rest are in the window. */
const shown = 3;
const storedPeople = "people";
/** Who moves in when nobody is there: ids are fixed, so that two pages do not add them twice. */
const firstPeople = [
  { id: 510001001, first_name: "Алиса", last_name: "", sex: 1 },
  { id: 510001002, first_name: "Борис", last_name: "", sex: 2 },
  { id: 510001003, first_name: "Менеджер", last_name: "", sex: 0 },
];

export class People {
  #session;
  #world;
  #chips = byID("who");
  #isSettling = false;

  constructor(bus, session, world) {
    this.#session = session;
    this.#world = world;
    const show = coalesced(() => this.#show());
    bus.on("snapshot", () => this.#settle());
    bus.on("dialogs", show);
    bus.on("place", show);
  }

  /** A world without people, new or started anew, gets those back that this browser knew; a chosen person who is not there is replaced. */
  async #settle() {
    const { people } = this.#world;
    if (people.length > 0) {
      localStorage.setItem(storedPeople, JSON.stringify(people.slice(0, 20)));
      if (!this.#world.person(this.#session.person)) this.#session.settle(people[0].id, null);
    } else if (!this.#isSettling) {
      this.#isSettling = true;
      for (const { id, first_name, last_name, sex, language } of JSON.parse(localStorage.getItem(storedPeople)) ?? firstPeople) {
        await act("people", { id, first_name, last_name, sex, language }).catch(() => {});
      }
      this.#isSettling = false;
    }
  }

  #show() {
    const { people } = this.#world;
    const current = this.#world.person(this.#session.person);
    const near = people.slice(0, shown);
    const chips = !current || near.includes(current) ? near : [current, ...near.slice(0, shown - 1)];
    this.#chips.replaceChildren(h("span", { class: "who-label" }, "Вы пишете как"), ...chips.map((person) => this.#chip(person)),
      button(icon("add"), { class: "icon-button small", "aria-label": "Все люди и новый человек", title: "Все люди", on: { click: () => this.#openAll() } }));
  }

  #chip(person) {
    const isCurrent = person.id === this.#session.person;
    const name = this.#world.name(person.id);
    // On a narrow screen only the current one is seen, and opens the list.
    const choose = () => (isCurrent ? this.#openAll() : this.#session.become(person.id));
    return button([face(name, person.id), h("span", { class: "chip-name" }, person.first_name)],
      { class: "chip", "aria-pressed": String(isCurrent), title: `${name} · id${person.id}`, on: { click: choose } });
  }

  #openAll() {
    openSheet("Вы пишете как", (close) => [
      h("div", { class: "choices" }, ...this.#world.people.map((person) => {
        const name = this.#world.name(person.id);
        const choose = () => {
          this.#session.become(person.id);
          close();
        };
        return button([face(name, person.id), h("span", {}, name), h("span", { class: "small" }, `id${person.id}`)],
          { class: "choice", "aria-pressed": String(person.id === this.#session.person), on: { click: choose } });
      })),
      h("h3", {}, "Новый человек"),
      this.#newPerson(close),
    ]);
  }

  #newPerson(close) {
    const sexes = [["0", "не указан"], ["1", "женский"], ["2", "мужской"]].map(([value, name]) => h("option", { value }, name));
    const languages = [["ru", "русский"], ["en", "English"], ["uk", "українська"], ["be", "беларуская"], ["de", "Deutsch"]]
      .map(([value, name]) => h("option", { value }, name));
    const children = [
      field("Имя", h("input", { name: "first", required: true, maxlength: 40, autocomplete: "off" })),
      field("Фамилия", h("input", { name: "last", maxlength: 40, autocomplete: "off" })),
      field("Пол", h("select", { name: "sex" }, ...sexes)),
      field("Язык", h("select", { name: "language" }, ...languages)),
    ];
    return form(children, "Добавить", async (data) => {
      const [first_name, last_name] = [data.get("first").trim(), data.get("last").trim()];
      const person = await act("people", { first_name, last_name, sex: Number(data.get("sex")), language: data.get("language") });
      this.#session.become(person.id);
      close();
    });
  }
}
