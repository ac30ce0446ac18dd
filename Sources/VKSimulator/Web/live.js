// Govorun: the world as it is, and everything that happens in it. SPDX-License-Identifier: MIT
import { look } from "/web/api.js";

const retryDelay = 1_000;
/** Events from before the page that the journal shows. */
const lookBack = 200;

/**
 * Reads the world, then follows its events without a gap. A lost connection is taken up again by itself after the last event seen;
 * a new identity of the world means that the process was started anew and nothing known before is true.
 */
export class Live {
  #bus;
  #person;
  #world = null;
  #seen = 0;
  #source = null;
  /** Events that came while the world is being read, which may not have them yet; null when it is not. */
  #meanwhile = null;
  #reads = 0;
  #retry = null;

  /** @param {() => number|undefined} person whose dialogs to read */
  constructor(bus, person) {
    this.#bus = bus;
    this.#person = person;
  }

  /** Starts for good. */
  async start() {
    try {
      await this.read();
      this.#follow();
    } catch {
      this.#lose();
    }
  }

  /**
   * Reads the world anew, for another person or after a change that events only hint at.
   *
   * @throws {Refusal}
   */
  async read() {
    const turn = ++this.#reads;
    this.#meanwhile = [];
    try {
      const snapshot = await look("state", { person: this.#person() });
      if (turn === this.#reads) this.#adopt(snapshot);
    } finally {
      if (turn === this.#reads) this.#meanwhile = null;
    }
  }

  #adopt(snapshot) {
    const isFirst = this.#world === null;
    const isReborn = !isFirst && this.#world !== snapshot.world;
    this.#world = snapshot.world;
    if (isFirst || isReborn) this.#seen = snapshot.event;
    const newer = isReborn ? [] : this.#meanwhile.filter((event) => event.id > snapshot.event);
    if (isReborn) this.#bus.emit("reborn");
    this.#bus.emit("snapshot", snapshot);
    for (const event of newer) this.#bus.emit("again", event);
  }

  #follow() {
    const isFirst = this.#source === null;
    const after = isFirst ? Math.max(0, this.#seen - lookBack) : this.#seen;
    this.#source = new EventSource(`/simulator/events?after=${after}`);
    this.#source.onopen = () => this.#bus.emit("link", true);
    this.#source.onmessage = (message) => this.#take(JSON.parse(message.data));
    this.#source.onerror = () => this.#lose();
  }

  #take(event) {
    if (event.id <= this.#seen) return this.#bus.emit("past", event);
    const isGap = event.id > this.#seen + 1;
    this.#seen = event.id;
    this.#meanwhile?.push(event);
    this.#bus.emit("event", event);
    if (isGap) {
      this.#bus.emit("gap");
      this.read().catch(() => this.#lose());
    }
  }

  #lose() {
    this.#source?.close();
    this.#bus.emit("link", false);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.start(), retryDelay);
  }
}
