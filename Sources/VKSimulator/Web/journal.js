// Govorun: the journal beside the talk: every event and every API call, as they went over the wire. SPDX-License-Identifier: MIT
import { button, byID, h } from "/web/dom.js";
import { Faults } from "/web/faults.js";
import { preciseTime } from "/web/words.js";

/** Entries kept on the page. */
const limit = 500;
const tabs = [["all", "Всё"], ["update", "События"], ["call", "Вызовы"]];

export class Journal {
  #world;
  #trace = h("div", { class: "trace", id: "trace", role: "tabpanel", tabindex: "0", "aria-label": "Записи журнала" });
  #isAtEnd = true;
  #tabs;

  constructor(bus, world) {
    this.#world = world;
    this.#tabs = tabs.map(([kind, name]) => button(name, { role: "tab", "aria-controls": "trace", data: { kind }, on: { click: () => this.#choose(kind) } }));
    const bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Что показывать", on: { keydown: (event) => this.#move(event) } }, ...this.#tabs,
      button("Очистить", { class: "link-button clear", on: { click: () => this.#trace.replaceChildren() } }));
    byID("journal").append(bar, this.#trace, new Faults(bus, world).node);
    this.#choose("all");
    this.#trace.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
    bus.on("event", (event) => this.#note(event, preciseTime(Date.now() / 1_000)));
    bus.on("past", (event) => this.#note(event, ""));
    bus.on("reborn", () => this.#trace.replaceChildren());
  }

  #choose(kind) {
    this.#trace.dataset.show = kind;
    for (const tab of this.#tabs) {
      tab.ariaSelected = String(tab.dataset.kind === kind);
      tab.tabIndex = tab.dataset.kind === kind ? 0 : -1;
    }
    this.#follow();
  }

  /** Arrows go from tab to tab, as in every list of tabs. */
  #move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = this.#tabs.indexOf(event.target);
    if (!step || index < 0) return;
    const tab = this.#tabs[(index + step + this.#tabs.length) % this.#tabs.length];
    this.#choose(tab.dataset.kind);
    tab.focus();
  }

  /** @param {string} now the time of day, when it is known */
  #note(event, now) {
    const entry = this.#make(event, now);
    if (!entry) return;
    this.#trace.append(entry);
    if (this.#trace.childElementCount > limit) this.#trace.firstElementChild.remove();
    if (this.#isAtEnd) this.#follow();
  }

  #make(event, now) {
    switch (event.type) {
      case "update": return this.#update(event, now);
      case "call": return this.#call(event);
      case "callback": return this.#callback(event.callback, now);
      case "fault": return this.#entry("call", "err", "⚡", `сбой: ${event.target}`, now, event.fault, () => ({ target: event.target, fault: event.fault }));
    }
  }

  #update({ community, update }, now) {
    const seconds = update.object?.message?.date ?? update.object?.date;
    return this.#entry("update", "in", "↓", update.type, seconds ? preciseTime(seconds) : now, this.#world.name(-community), () => update);
  }

  #callback(callback, now) {
    const isError = callback.outcome === "failed" || callback.outcome === "refused";
    const about = callback.retry ? `${this.#world.name(-callback.community)}, повтор ${callback.retry}` : this.#world.name(-callback.community);
    const title = `Callback: ${callback.type} · ${callback.status || "нет ответа"}`;
    return this.#entry("call", isError ? "err" : "out", isError ? "✕" : "⇢", title, now, about, () => callback);
  }

  #call({ call, took_us: took, answer }) {
    const isError = call.error_code !== 0;
    const time = took < 1_000 ? "< 1 мс" : `${Math.round(took / 1_000)} мс`;
    const title = isError ? `${call.method} · ошибка ${call.error_code}` : call.method;
    return this.#entry("call", isError ? "err" : "out", isError ? "✕" : "↑", title, time, call.caller, () => ({ params: call.params, answer }));
  }

  /** The text of an entry is written when it is opened: most never are. */
  #entry(kind, style, mark, title, time, about, content) {
    const text = h("pre", { tabindex: "0" });
    const open = () => text.childNodes.length || text.append(JSON.stringify(content(), null, 2));
    return h("details", { class: style, data: { kind }, on: { toggle: open } },
      h("summary", { title: about }, h("span", { class: style, "aria-hidden": "true" }, mark), h("span", { class: "what" }, title), h("span", { class: "ms" }, time)), text);
  }

  #noteScroll() {
    const { scrollTop, clientHeight, scrollHeight } = this.#trace;
    this.#isAtEnd = scrollHeight - scrollTop - clientHeight < 40;
  }

  #follow() {
    requestAnimationFrame(() => this.#trace.scrollTo({ top: this.#trace.scrollHeight, behavior: "instant" }));
  }
}
