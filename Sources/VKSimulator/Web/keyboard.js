// Govorun: keyboards, under messages and under the input field. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { button, h, icon } from "/web/dom.js";
import { answerSnack, snack } from "/web/snacks.js";
import { outside, safeAddress } from "/web/text.js";

/** VK waits so long for the answer to a press. */
const patience = 60_000;
const names = { vkpay: "Оплатить через VK Pay", open_app: "Открыть приложение", intent_subscribe: "Подписаться", intent_unsubscribe: "Отписаться" };

/** Presses buttons and waits for the answers to callback presses. */
export class Presses {
  #session;
  #world;
  /** Buttons by the event that waits; an answer may come before the event's id does, so answers are kept, too. */
  #waiting = new Map();
  #answered = new Set();

  constructor(bus, session, world) {
    this.#session = session;
    this.#world = world;
    bus.on("event", (event) => event.type === "press-answer" && this.#take(event));
    bus.on("reborn", () => [...this.#waiting.keys()].forEach((id) => this.#finish(id)));
  }

  /**
   * The rows of a keyboard.
   *
   * @param {object[][]} rows buttons as VK has them
   * @param {{number?: number, firstRow?: number}} where the message they stand under, and the place of its first row
   */
  keys(rows, where = {}) {
    return h("div", { class: "keyboard", role: "group", "aria-label": where.number ? "Кнопки сообщения" : "Клавиатура" },
      rows.map((row, index) =>
        h("div", { class: "keys", css: { "--n": row.length } },
          row.map((key, column) => this.#key(key, { number: where.number, row: (where.firstRow ?? 0) + index, column })))));
  }

  #key({ action, color }, spot) {
    const properties = { class: `key ${color ?? ""}`, dir: "auto", data: { type: action.type } };
    switch (action.type) {
      case "text":
        return button(action.label, { ...properties, on: { click: () => this.#press(spot) } });
      case "callback":
        return button(action.label, { ...properties, on: { click: (click) => this.#call(click.currentTarget, spot) } });
      case "location":
        return button([icon("place"), action.label || "Отправить местоположение"], { ...properties, on: { click: () => this.#press(spot) } });
      case "open_link":
        return this.#link(action, properties);
      default:
        return this.#unsupported(action, properties);
    }
  }

  #link(action, properties) {
    const address = safeAddress(action.link);
    if (!address) return this.#unsupported(action, properties);
    return outside(address, { ...properties, title: action.link }, action.label, h("span", { "aria-hidden": "true" }, " ↗"));
  }

  #unsupported(action, properties) {
    const name = action.label || names[action.type] || action.type;
    return button(name, { ...properties, disabled: true, title: `Симулятор не умеет нажимать «${action.type}»` });
  }

  /** @returns the answer, or undefined with a notice shown */
  async #press({ number, row, column }) {
    const { person, place } = this.#session;
    try {
      return await act("press", { person, ...place, cmid: number, row, column });
    } catch (refusal) {
      snack(refusal.message);
      return undefined;
    }
  }

  async #call(key, spot) {
    if (key.ariaBusy === "true") return;
    key.ariaBusy = "true";
    const { event_id: id } = (await this.#press(spot)) ?? {};
    if (!id || this.#answered.delete(id)) return void (key.ariaBusy = null);
    this.#waiting.set(id, key);
    setTimeout(() => this.#finish(id), patience);
  }

  #take(event) {
    if (event.person === this.#session.person) answerSnack(this.#world.name(-event.community), event.event_data);
    if (this.#waiting.has(event.event_id)) this.#finish(event.event_id);
    else this.#answered.add(event.event_id);
  }

  #finish(id) {
    const key = this.#waiting.get(id);
    if (key) key.ariaBusy = null;
    this.#waiting.delete(id);
  }
}
