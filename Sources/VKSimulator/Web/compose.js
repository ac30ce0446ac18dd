// Govorun: the field where a message is written. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { button, byID, h, icon } from "/web/dom.js";
import { Drafts } from "/web/drafts.js";
import { samples } from "/web/samples.js";
import { snack } from "/web/snacks.js";
import { preview } from "/web/words.js";

const limit = 4096;
/** VK shows somebody as typing for a little longer than this. */
const typingEvery = 8_000;

export class Compose {
  #session;
  #world;
  #newestOwn;
  #drafts = new Drafts();
  #reply = null;
  #editing = null;
  #attached = [];
  #lastTyping = 0;
  #sending = Promise.resolve();

  #text = h("textarea", { id: "text", rows: 1, dir: "auto", "aria-label": "Сообщение", placeholder: "Сообщение или /команда", enterkeyhint: "send" });
  #problem = h("p", { class: "problem", role: "alert" });
  #about = h("div", { class: "about", hidden: true });
  #chips = h("div", { class: "chips", hidden: true });
  #count = h("span", { class: "count", "aria-live": "polite" });
  #keyboard = h("div", { class: "standing" });
  #send = h("button", { type: "submit", class: "icon-button send", "aria-label": "Отправить", title: "Отправить (Enter)" }, icon("send"));
  #attach = h("details", { class: "attach" });
  /** Whether what is sent is an administrator's line, in the community's name. */
  #asOfficer = button(icon("officer"), { class: "icon-button officer", "aria-pressed": "false", "aria-label": "Писать как администратор сообщества",
    title: "Писать как администратор сообщества: бот здесь замолчит, /bot вернёт его", on: { click: () => this.#switchOfficer() } });

  /** @param {() => object|undefined} newestOwn the message that the arrow up edits */
  constructor(bus, session, world, presses, newestOwn) {
    this.#session = session;
    this.#world = world;
    this.#newestOwn = newestOwn;
    this.#build();
    bus.on("place", () => this.#open());
    bus.on("keyboard", (keyboard) => this.#keyboard.replaceChildren(...(keyboard ? [presses.keys(keyboard.buttons)] : [])));
  }

  reply(message) {
    this.#reply = message;
    this.#editing = null;
    this.#show();
    this.#text.focus();
  }

  edit(message) {
    this.#editing = message;
    this.#reply = null;
    this.#text.value = message.text;
    this.#show();
    this.#text.focus();
  }

  /** Puts reply and edit away. @returns {boolean} whether there was one */
  cancel() {
    const had = this.#reply !== null || this.#editing !== null;
    this.#put({ text: this.#editing ? "" : this.#text.value, reply: null, editing: null, attached: this.#attached });
    return had;
  }

  #build() {
    const form = byID("compose");
    const summary = h("summary", { class: "icon-button", "aria-label": "Прикрепить", title: "Прикрепить", role: "button" }, icon("add"));
    const choices = samples.map((sample) => button(sample.name, { class: "choice", on: { click: () => this.#add(sample) } }));
    this.#attach.append(summary, h("div", { class: "menu" }, ...choices));
    form.append(this.#keyboard, this.#about, this.#chips, this.#problem,
      h("div", { class: "row" }, this.#attach, this.#asOfficer, h("div", { class: "field" }, this.#text, this.#count), this.#send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#text.addEventListener("input", () => this.#typed());
    this.#text.addEventListener("keydown", (event) => this.#pressed(event));
  }

  // MARK: What the field shows

  #open() {
    const { person, place } = this.#session;
    byID("compose").hidden = !place;
    this.#keyboard.replaceChildren();
    this.#switchOfficer(false);
    this.#put({ text: place ? this.#drafts.get(person, place) : "", reply: null, editing: null, attached: [] });
    if (place && matchMedia("(hover: hover)").matches) this.#text.focus({ preventScroll: true });
  }

  #show(problem = "") {
    const about = this.#editing ?? this.#reply;
    this.#about.hidden = !about;
    if (about) {
      const title = this.#editing ? "Изменение сообщения" : `Ответ: ${this.#world.name(about.from_id)}`;
      const line = h("span", { dir: "auto" }, preview(about, (id) => this.#world.name(id)));
      this.#about.replaceChildren(h("div", { class: "quote" }, h("b", {}, title), line),
        button(icon("close"), { class: "icon-button small", "aria-label": this.#editing ? "Не изменять" : "Не отвечать", on: { click: () => this.cancel() } }));
    }
    this.#chips.hidden = this.#attached.length === 0;
    this.#chips.replaceChildren(...this.#attached.map((sample, index) =>
      button([sample.name, icon("close")], { class: "chip-close", "aria-label": `Убрать: ${sample.name}`, on: { click: () => this.#drop(index) } })));
    this.#problem.textContent = problem;
    this.#fit();
  }

  #fit() {
    this.#text.style.height = "auto";
    this.#text.style.height = `${Math.min(this.#text.scrollHeight + 2, 200)}px`;
    const length = this.#text.value.length;
    this.#count.textContent = length > limit - 500 ? `${length} / ${limit}` : "";
    this.#count.classList.toggle("over", length > limit);
  }

  get #isOfficer() {
    return this.#asOfficer.ariaPressed === "true";
  }

  #switchOfficer(isOn = !this.#isOfficer) {
    this.#asOfficer.ariaPressed = String(isOn);
    this.#text.placeholder = isOn ? "Ответ от имени сообщества" : "Сообщение или /команда";
  }

  #add(sample) {
    this.#attached.push(sample);
    this.#attach.open = false;
    this.#show();
    this.#text.focus();
  }

  #drop(index) {
    this.#attached.splice(index, 1);
    this.#show();
    this.#text.focus();
  }

  // MARK: What the person does

  #typed() {
    const { person, place } = this.#session;
    if (!this.#editing) this.#drafts.set(person, place, this.#text.value);
    this.#problem.textContent = "";
    this.#fit();
    if (Date.now() - this.#lastTyping < typingEvery || this.#text.value === "") return;
    this.#lastTyping = Date.now();
    if (!this.#isOfficer) act("typing", { person, ...place }).catch(() => {});
  }

  #pressed(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "ArrowUp" && this.#text.value === "") {
      const message = this.#newestOwn();
      if (!message?.text) return;
      event.preventDefault();
      this.edit(message);
    }
  }

  /** Takes what the field holds; it goes after what is on its way already. */
  #submit() {
    const isOfficer = this.#isOfficer && !this.#editing;
    const letter = { text: this.#text.value.trim(), reply: this.#reply, editing: this.#editing, attached: this.#attached, isOfficer };
    if (letter.text === "" && letter.attached.length === 0) return;
    if (letter.text.length > limit) return this.#show(`Сообщение длиннее ${limit} знаков: сократите или отправьте по частям.`);
    if (isOfficer && letter.attached.length > 0) return this.#show("Администратор пишет здесь только текст: уберите вложения.");
    const { person, place } = this.#session;
    this.#put({ text: "", reply: null, editing: null, attached: [] });
    this.#drafts.set(person, place, "");
    this.#lastTyping = 0;
    this.#sending = this.#sending.then(() => this.#deliver(letter, person, place));
  }

  async #deliver({ text, reply, editing, attached, isOfficer }, person, place) {
    const attachments = attached.flatMap((sample) => sample.attachment ?? []);
    const geo = attached.find((sample) => sample.geo)?.geo;
    try {
      if (editing) await act("edit", { person, ...place, cmid: editing.conversation_message_id, text });
      else if (isOfficer) await act("reply", { ...place, text });
      else await act("write", { person, ...place, text, reply_to: reply?.conversation_message_id, attachments, geo });
    } catch (refusal) {
      this.#giveBack({ text, reply, editing, attached }, person, place, refusal);
    }
  }

  /** What was not delivered goes back into the field, before what was typed since; in another dialog, into its draft. */
  #giveBack(letter, person, place, refusal) {
    const isHere = this.#session.isAt(person, place);
    const since = isHere ? this.#text.value : this.#drafts.get(person, place);
    const text = since === "" ? letter.text : `${letter.text}\n${since}`;
    if (!letter.editing) this.#drafts.set(person, place, text);
    if (isHere) this.#put({ ...letter, text }, refusal.message);
    else snack(refusal.message);
  }

  #put({ text, reply, editing, attached }, problem = "") {
    this.#text.value = text;
    this.#reply = reply;
    this.#editing = editing;
    this.#attached = attached;
    this.#show(problem);
  }
}
