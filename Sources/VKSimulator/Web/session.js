// Govorun: who writes and where, kept in the address. SPDX-License-Identifier: MIT

const remembered = "person";

/** The chosen person and dialog: `#person=510001001&community=200000001&peer=2000000001`; without a peer, the private dialog. */
export class Session {
  person = undefined;
  /** @type {{community: number, peer: number}|null} */
  place = null;
  #bus;

  constructor(bus) {
    this.#bus = bus;
    this.#read();
    window.addEventListener("hashchange", () => {
      const { person, place } = this;
      this.#read();
      if (!this.isAt(person, place)) bus.emit("place");
    });
  }

  /** The address of a dialog; without one, of the list. */
  address(person, place) {
    const fields = { person };
    if (place) Object.assign(fields, place.peer === person ? { community: place.community } : place);
    return `#${new URLSearchParams(fields)}`;
  }

  isAt(person, place) {
    return person === this.person && place?.community === this.place?.community && place?.peer === this.place?.peer;
  }

  /** Opens a dialog, or with null the list. */
  open(place) {
    location.hash = this.address(this.person, place);
  }

  /** Goes on as somebody else: in the same chat, or in their own private dialog with the same community. */
  become(person) {
    localStorage.setItem(remembered, String(person));
    const isPrivate = this.place?.peer === this.person;
    location.hash = this.address(person, this.place && (isPrivate ? { community: this.place.community, peer: person } : this.place));
  }

  /** Chooses without a step in the browser's history. */
  settle(person, place = this.place) {
    history.replaceState(null, "", this.address(person, place));
    this.#read();
    this.#bus.emit("place");
  }

  #read() {
    const fields = new URLSearchParams(location.hash.slice(1));
    const number = (name) => Number(fields.get(name)) || undefined;
    this.person = number("person") ?? (Number(localStorage.getItem(remembered)) || undefined);
    const community = number("community");
    const peer = number("peer") ?? this.person;
    this.place = community && peer ? { community, peer } : null;
  }
}
