// Govorun: buttons that make the simulated VK misbehave. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { button, h } from "/web/dom.js";
import { snack } from "/web/snacks.js";

/** What the next send, or the next poll, meets; kinds as `POST /simulator/faults` knows them. */
const faults = [
  { name: "задержка 2 с", body: { kind: "delay", ms: 2_000, match: "messages.*" } },
  { name: "502", body: { kind: "status", status: 502, match: "messages.*" } },
  { name: "обрыв", body: { kind: "reset_before", match: "messages.*" } },
  { name: "ошибка 9", body: { kind: "error", code: 9, match: "messages.*" } },
  { name: "капча", body: { kind: "error", code: 14, match: "messages.*" } },
  { name: "failed 2", body: { kind: "failed", code: 2, match: "longpoll" } },
  { name: "опрос 502", body: { kind: "status", status: 502, match: "longpoll" } },
  { name: "VK лежит 5 с", body: { kind: "refuse", ms: 5_000, match: "longpoll" } },
];

export class Faults {
  node = h("div", { class: "faults", role: "group", "aria-label": "Сбои VK" });
  #clear = button("снять", { class: "clear", on: { click: () => this.#send({ clear: true }, "Сбои сняты") } });
  #world;
  #known = 0;

  constructor(bus, world) {
    this.#world = world;
    const buttons = faults.map(({ name, body }) => button(name, { title: about(body), on: { click: () => this.#send(body, `${about(body)}: ${name}`) } }));
    this.node.append(h("span", { class: "small" }, "Сбои"), ...buttons, this.#clear);
    for (const topic of ["dialogs", "event"]) bus.on(topic, () => this.#show());
    this.#show();
  }

  async #send(body, notice) {
    try {
      await act("faults", body);
      this.#world.faults = body.clear ? 0 : this.#world.faults + 1;
      snack(notice);
    } catch (refusal) {
      snack(refusal.message);
    }
    this.#show();
  }

  #show() {
    const count = this.#world.faults;
    this.#clear.hidden = count === 0;
    if (count !== this.#known) this.#clear.textContent = `снять (${count})`;
    this.#known = count;
  }
}

const about = (body) => (body.match === "longpoll" ? "Встретит следующий опрос событий" : "Встретит следующий вызов messages.*");
