// Govorun: who is typing in the open dialog. SPDX-License-Identifier: MIT
import { byID } from "/web/dom.js";

/** VK stops showing it after this much silence. */
const shownFor = 10_000;
const doings = { typing: "печатает…", audiomessage: "записывает голосовое…", photo: "отправляет фото…", video: "отправляет видео…", file: "отправляет файл…" };

export class Typing {
  #world;
  #line = byID("typing");
  #timers = new Map();
  #lines = new Map();

  constructor(bus, session, world) {
    this.#world = world;
    bus.on("typing", ({ from, state }) => from !== session.person && this.#start(from, state));
    bus.on("arrived", (message) => this.#stop(message.from_id));
    bus.on("place", () => [...this.#lines.keys()].forEach((id) => this.#stop(id)));
  }

  #start(id, state) {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(id, setTimeout(() => this.#stop(id), shownFor));
    this.#lines.set(id, `${this.#world.name(id)} ${doings[state] ?? doings.typing}`);
    this.#show();
  }

  #stop(id) {
    clearTimeout(this.#timers.get(id));
    if (this.#lines.delete(id)) this.#show();
  }

  #show() {
    this.#line.textContent = [...this.#lines.values()].join(" · ");
  }
}
