// Govorun: up to where each person has read, kept by this browser. SPDX-License-Identifier: MIT

const name = (person, place) => `read:${person}:${place.community}:${place.peer}`;

export class ReadMarks {
  /** @returns {number} the number of the last message read; a mark beyond the dialog's end is from an earlier run and says nothing */
  get(person, place, lastNumber) {
    const mark = Number(localStorage.getItem(name(person, place)) ?? 0);
    return mark <= lastNumber ? mark : 0;
  }

  set(person, place, number) {
    localStorage.setItem(name(person, place), String(number));
  }
}
