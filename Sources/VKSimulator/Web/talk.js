// Govorun: the open dialog: its messages, older ones when scrolled to, and who is typing. SPDX-License-Identifier: MIT
import { act, look } from "/web/api.js";
import { byID, button, coalesced, h } from "/web/dom.js";
import { MessageMaker } from "/web/message.js";
import { snack } from "/web/snacks.js";
import { keyOf } from "/web/world.js";
import { day, dayKey } from "/web/words.js";

const page = 50;
/** So near to the end, in pixels, counts as being there. */
const nearEnd = 80;

export class Talk {
  #bus;
  #session;
  #world;
  #maker;
  #log = byID("log");
  #nodes = new Map();
  #isAtEnd = true;
  #turn = 0;
  /** Events that came while the history was on its way; null when it is here. */
  #held = null;
  #hasOlder = false;
  #older = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#loadOlder(),
    { root: this.#log, rootMargin: "400px 0px" });
  #scrollSoon = coalesced(() => this.#scroll());

  constructor(bus, session, world, presses, acts) {
    this.#bus = bus;
    this.#session = session;
    this.#world = world;
    this.#maker = new MessageMaker(session, world, presses, { ...acts, pin: (message) => this.#pin(message), jump: (number) => this.#jump(number) });
    this.#log.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
    byID("to-end").addEventListener("click", () => this.#toEnd());
    new ResizeObserver(() => this.#isAtEnd && this.#scrollSoon()).observe(this.#log);
    for (const topic of ["place", "reborn", "gap"]) bus.on(topic, () => this.open());
    bus.on("event", (event) => this.#take(event));
    bus.on("link", (isUp) => isUp && this.#held && this.open());
  }

  /** The newest own message of the open dialog. */
  newestOwn() {
    const own = [...this.#log.querySelectorAll(".m.me")].at(-1);
    return own?.message;
  }

  /** Shows the chosen dialog from its end. */
  async open() {
    const { place } = this.#session;
    const turn = ++this.#turn;
    this.#held = place ? [] : null;
    if (!place) return this.#clear();
    try {
      const history = await look("history", { ...place, limit: page });
      if (turn !== this.#turn) return;
      this.#clear();
      this.#fill(history);
    } catch (refusal) {
      if (turn === this.#turn && refusal.code !== "offline") snack(refusal.message);
    }
  }

  #clear() {
    this.#older.disconnect();
    this.#nodes.clear();
    this.#log.replaceChildren();
  }

  #fill(history) {
    this.#log.ariaBusy = "true";
    this.#hasOlder = history.messages.length === page;
    this.#log.append(...this.#withDays(history.messages));
    this.#bus.emit("keyboard", history.keyboard);
    const held = this.#held ?? [];
    this.#held = null;
    for (const event of held) this.#take(event);
    this.#log.ariaBusy = null;
    this.#emptiness();
    this.#toEnd();
    this.#watchTop();
  }

  // MARK: What happens

  #take(event) {
    if (!this.#session.place || keyOf(event) !== keyOf(this.#session.place)) return;
    if (this.#held) return void this.#held.push(event);
    switch (event.type) {
      case "message": return this.#append(event.message);
      case "edit": return this.#replace(event.message);
      case "delete": return this.#remove(event.cmid);
      case "read": return this.#markRead(this.#nodes.values(), event.cmid);
      case "keyboard": return this.#bus.emit("keyboard", event.keyboard);
      case "typing": return this.#bus.emit("typing", event);
    }
  }

  #append(message) {
    if (this.#nodes.has(message.conversation_message_id)) return;
    const isOwn = message.from_id === this.#session.person;
    this.#log.append(...this.#withDays([message], this.#log.lastElementChild));
    this.#bus.emit("arrived", message);
    this.#emptiness();
    if (this.#isAtEnd || isOwn) this.#scrollSoon();
    else byID("to-end").hidden = false;
  }

  #replace(message) {
    const old = this.#nodes.get(message.conversation_message_id);
    if (!old || old.message.version >= message.version) return;
    old.replaceWith(this.#node(message));
    if (this.#isAtEnd) this.#scrollSoon();
  }

  #remove(number) {
    const node = this.#nodes.get(number);
    if (!node) return;
    const before = node.previousElementSibling;
    const isLastOfDay = before?.className === "day" && node.nextElementSibling?.className !== "m" && !node.nextElementSibling?.dataset.number;
    this.#nodes.delete(number);
    node.remove();
    if (isLastOfDay) before.remove();
    this.#emptiness();
  }

  // MARK: Nodes

  #node(message) {
    const node = this.#maker.make(message);
    node.message = message;
    this.#markRead([node], this.#world.readByCommunity(this.#session.place));
    this.#nodes.set(message.conversation_message_id, node);
    return node;
  }

  /** The nodes of messages with a line before each new day. */
  #withDays(messages, previous = null) {
    let key = previous?.message ? dayKey(previous.message.date) : null;
    return messages.flatMap((message) => {
      const isSameDay = dayKey(message.date) === key;
      key = dayKey(message.date);
      return isSameDay ? [this.#node(message)] : [h("div", { class: "day" }, day(message.date)), this.#node(message)];
    });
  }

  #emptiness() {
    const isEmpty = this.#nodes.size === 0;
    const known = this.#log.querySelector(".empty");
    if (!isEmpty) return known?.remove();
    if (known) return;
    const isPrivate = this.#session.place.peer === this.#session.person;
    const text = isPrivate ? "Здесь пока пусто. Нажмите «Начать», как в VK, или просто напишите боту." : "Здесь пока пусто.";
    const start = isPrivate && button("Начать", { class: "key primary start", on: { click: () => this.#start() } });
    this.#log.append(h("div", { class: "empty" }, h("p", {}, text), start));
  }

  /** Own messages that the community has read say so. */
  #markRead(nodes, mark) {
    for (const node of nodes) {
      const read = node.querySelector(".read");
      if (read && node.message.conversation_message_id <= mark) read.textContent = "прочитано";
    }
  }

  // MARK: Scrolling

  #noteScroll() {
    const { scrollTop, clientHeight, scrollHeight } = this.#log;
    this.#isAtEnd = scrollHeight - scrollTop - clientHeight < nearEnd;
    if (this.#isAtEnd) byID("to-end").hidden = true;
  }

  #toEnd() {
    this.#isAtEnd = true;
    byID("to-end").hidden = true;
    this.#scroll();
  }

  #scroll() {
    this.#log.scrollTo({ top: this.#log.scrollHeight, behavior: "instant" });
  }

  #watchTop() {
    this.#older.disconnect();
    const first = this.#log.firstElementChild;
    if (this.#hasOlder && first) this.#older.observe(first);
  }

  async #loadOlder() {
    const turn = this.#turn;
    this.#older.disconnect();
    try {
      const before = Math.min(...this.#nodes.keys());
      const { messages } = await look("history", { ...this.#session.place, limit: page, before });
      if (turn !== this.#turn) return;
      this.#hasOlder = messages.length === page;
      this.#prepend(messages);
    } catch {
      if (turn === this.#turn) setTimeout(() => this.#watchTop(), 1_000);
      return;
    }
    this.#watchTop();
  }

  /** Puts older messages above without moving what is seen. */
  #prepend(messages) {
    const [line, first] = [this.#log.firstElementChild, this.#log.querySelector("[data-number]")];
    if (messages.length > 0 && dayKey(messages.at(-1).date) === dayKey(first.message.date) && line.className === "day") line.remove();
    const fromEnd = this.#log.scrollHeight - this.#log.scrollTop;
    this.#log.prepend(...this.#withDays(messages));
    this.#log.scrollTo({ top: this.#log.scrollHeight - fromEnd, behavior: "instant" });
  }

  // MARK: Acts

  #jump(number) {
    const node = this.#nodes.get(number);
    if (!node) return snack("Это сообщение выше: прокрутите переписку к нему.");
    node.scrollIntoView({ block: "center" });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
  }

  async #pin(message) {
    const { person, place } = this.#session;
    try {
      await act("pin", { person, ...place, cmid: message.conversation_message_id });
    } catch (refusal) {
      snack(refusal.message);
    }
  }

  async #start() {
    const { person, place } = this.#session;
    try {
      await act("start", { person, community: place.community });
    } catch (refusal) {
      snack(refusal.message);
    }
  }
}
