// Govorun: how the parts of the page hear of each other. SPDX-License-Identifier: MIT

/**
 * Topics: `snapshot` (the world was read anew), `event` (something happened in it), `again` (an event that a snapshot read meanwhile has not
 * got), `past` (an event from before the page), `link` (whether there is a connection), `reborn` (the process was started anew), `gap`
 * (events were missed), `place` (another person or dialog was chosen), `dialogs` (something in the list changed), `seen` (a dialog was
 * read to its end), and of the open dialog `keyboard` (what stands under the input field), `typing`, `arrived` (a new message).
 */
export class Bus {
  #listeners = new Map();

  on(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, []);
    this.#listeners.get(topic).push(listener);
  }

  emit(topic, value) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(value);
  }
}
