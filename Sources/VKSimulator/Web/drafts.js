// Govorun: what was typed and not sent, per person and dialog, kept by this browser. SPDX-License-Identifier: MIT

const name = (person, place) => `draft:${person}:${place.community}:${place.peer}`;

export class Drafts {
  get(person, place) {
    return localStorage.getItem(name(person, place)) ?? "";
  }

  set(person, place, text) {
    if (text === "") localStorage.removeItem(name(person, place));
    else localStorage.setItem(name(person, place), text);
  }
}
