// Govorun: what the page knows of the simulated world. SPDX-License-Identifier: MIT
import { coalesced } from "/web/dom.js";
import { ReadMarks } from "/web/marks.js";

/** Chats have numbers above this one. */
const firstChat = 2_000_000_000;

export const isChat = (peer) => peer > firstChat;

/** The name of a dialog in maps and in storage. */
export const keyOf = (place) => `${place.community}:${place.peer}`;

/**
 * @typedef {{community: number, peer: number}} Place a dialog of a community, as the community sees it
 * @typedef {{place: Place, title: string, id: number, last: object|null, lastNumber: number, unread: number}} Dialog
 */

/** People, communities, chats and dialogs of the chosen person, kept up to date by events. */
export class World {
  people = [];
  communities = [];
  chats = [];
  /** Faults that wait for their request. */
  faults = 0;
  #dialogs = new Map();
  #bus;
  #session;
  #live;
  #marks = new ReadMarks();

  constructor(bus, session, live) {
    this.#bus = bus;
    this.#session = session;
    this.#live = live;
    const readAgain = coalesced(() => live.read().catch(() => {}));
    bus.on("snapshot", (snapshot) => this.#adopt(snapshot));
    bus.on("event", (event) => {
      this.#learn(event);
      if (["people", "chats", "communities", "delete"].includes(event.type)) readAgain();
    });
    bus.on("again", (event) => this.#learn(event));
    bus.on("place", () => this.see());
  }

  /** What somebody is called: a person by a positive id, a community by a negative one. */
  name(id) {
    if (id < 0) return this.community(-id)?.name ?? `club${-id}`;
    const person = this.person(id);
    return person ? `${person.first_name} ${person.last_name}`.trim() : `id${id}`;
  }

  person = (id) => this.people.find((person) => person.id === id);
  community = (id) => this.communities.find((community) => community.id === id);
  chat = (place) => this.chats.find((chat) => chat.community === place.community && chat.peer === place.peer);

  /** The private dialog with each community, written in or not. */
  get privateDialogs() {
    return this.communities.map((community) => {
      const place = { community: community.id, peer: this.#session.person };
      return this.#dialog(place, community.name, -community.id, this.#dialogs.get(keyOf(place)));
    });
  }

  /** The chats that the chosen person is in. */
  get chatDialogs() {
    return this.chats.map((chat) => this.#dialog(chat, chat.title, chat.peer, chat));
  }

  /** What stands in the list for a place; undefined when the person has no such dialog. */
  dialog(place) {
    return [...this.privateDialogs, ...this.chatDialogs].find((dialog) => keyOf(dialog.place) === keyOf(place));
  }

  /** Up to which message of a private dialog the community has read. */
  readByCommunity(place) {
    return this.#dialogs.get(keyOf(place))?.read_by_community ?? 0;
  }

  /** Marks the open dialog as read, when somebody looks at it. */
  see() {
    const place = this.#session.place;
    const dialog = place && this.dialog(place);
    if (!dialog || document.hidden || dialog.unread === 0) return;
    this.#marks.set(this.#session.person, place, dialog.lastNumber);
    this.#bus.emit("dialogs");
    this.#bus.emit("seen", place);
  }

  #dialog({ community, peer }, title, id, known) {
    const place = { community, peer };
    const lastNumber = known?.last_cmid ?? 0;
    const mark = this.#marks.get(this.#session.person, place, lastNumber);
    const isOwn = known?.last?.from_id === this.#session.person;
    const unread = isOwn ? 0 : lastNumber - Math.max(mark, known?.read_by_person ?? 0);
    return { place, title, id, last: known?.last ?? null, lastNumber, unread };
  }

  #adopt(snapshot) {
    this.people = snapshot.people;
    this.communities = snapshot.communities;
    this.chats = snapshot.chats;
    this.faults = snapshot.faults;
    this.#dialogs = new Map(snapshot.dialogs.map((dialog) => [keyOf({ community: dialog.community, peer: dialog.person }), dialog]));
    this.#bus.emit("dialogs");
    this.see();
  }

  #learn(event) {
    const known = event.peer === undefined ? undefined : this.#known(event);
    if (event.type === "fault") this.faults = Math.max(0, this.faults - 1);
    if (!known) return;
    if (event.type === "message") {
      known.last = event.message;
      known.last_cmid = event.message.conversation_message_id;
      this.see();
    } else if (event.type === "edit" && known.last?.conversation_message_id === event.message.conversation_message_id) {
      known.last = event.message;
    } else if (event.type === "read") {
      known.read_by_community = event.cmid;
    } else {
      return;
    }
    this.#bus.emit("dialogs");
  }

  /** The entry an event speaks of; a private dialog comes into being with its first message. */
  #known(place) {
    if (isChat(place.peer)) return this.chat(place);
    if (place.peer !== this.#session.person) return undefined;
    if (!this.#dialogs.has(keyOf(place))) this.#dialogs.set(keyOf(place), { last_cmid: 0, read_by_person: 0, read_by_community: 0 });
    return this.#dialogs.get(keyOf(place));
  }
}
