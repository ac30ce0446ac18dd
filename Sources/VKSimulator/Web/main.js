// Govorun: puts the page together. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { Builds } from "/web/builds.js";
import { Bus } from "/web/bus.js";
import { Comments } from "/web/comments.js";
import { Compose } from "/web/compose.js";
import { Details } from "/web/details.js";
import { DialogList } from "/web/dialogs.js";
import { button, byID, icon } from "/web/dom.js";
import { Head } from "/web/head.js";
import { Journal } from "/web/journal.js";
import { Presses } from "/web/keyboard.js";
import { Live } from "/web/live.js";
import { openNewChat } from "/web/newchat.js";
import { People } from "/web/people.js";
import { Session } from "/web/session.js";
import { dismiss } from "/web/snacks.js";
import { Talk } from "/web/talk.js";
import { themeButton } from "/web/theme.js";
import { Typing } from "/web/typing.js";
import { World } from "/web/world.js";

/** Many messages at once are read at once. */
const readDelay = 300;

const bus = new Bus();
const session = new Session(bus);
const live = new Live(bus, () => session.person);
const world = new World(bus, session, live);
const presses = new Presses(bus, session, world);
const details = new Details(bus, session, world);
const comments = new Comments(bus, session, world);

new People(bus, session, world);
new DialogList(bus, session, world);
new Head(bus, session, world, { details: () => details.open(), comments: () => comments.open(session.place.community) });
new Typing(bus, session, world);
new Builds(bus);
new Journal(bus, world);
const talk = new Talk(bus, session, world, presses, {
  reply: (message) => compose.reply(message),
  edit: (message) => compose.edit(message),
});
const compose = new Compose(bus, session, world, presses, () => talk.newestOwn());

byID("new-chat").addEventListener("click", () => openNewChat(session, world));
byID("tools").append(journalButton(), themeButton());
watchLink();
watchPerson();
document.addEventListener("visibilitychange", () => world.see());
document.addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && escape());
openFirst();
live.start();

/** Shows in words and colour whether there is a connection. */
function watchLink() {
  bus.on("link", (isUp) => {
    byID("link").textContent = isUp ? "симулятор VK" : "нет связи";
    byID("link").className = isUp ? "pill good" : "pill bad";
    byID("app").classList.toggle("offline", !isUp);
  });
}

/** Dialogs are read for one person; another person's are read when they are chosen. The bot is told what was read. */
function watchPerson() {
  let known = session.person;
  bus.on("place", () => {
    if (session.person !== known) live.read().catch(() => {});
    known = session.person;
  });
  let telling = 0;
  bus.on("seen", (place) => {
    if (place.peer !== session.person) return;
    clearTimeout(telling);
    telling = setTimeout(() => act("read", { person: place.peer, community: place.community }).catch(() => {}), readDelay);
  });
}

/** Once there is somebody to write as: a wide screen has room for a dialog and does not begin without; a narrow one begins with the list. */
function openFirst() {
  let isOpen = false;
  bus.on("snapshot", () => {
    const first = world.communities[0];
    if (isOpen || !first || !world.person(session.person)) return;
    isOpen = true;
    const isWide = matchMedia("(min-width: 641px)").matches;
    session.settle(session.person, session.place ?? (isWide ? { community: first.id, peer: session.person } : null));
  });
}

/** Esc takes away one thing at a time: a notice, a reply, the dialog on a narrow screen. */
function escape() {
  if (dismiss() || compose.cancel()) return;
  if (matchMedia("(max-width: 640px)").matches) session.open(null);
}

/** The button that folds the journal away. */
function journalButton() {
  const app = byID("app");
  const show = (isOpen) => {
    app.classList.toggle("no-journal", !isOpen);
    control.ariaPressed = String(isOpen);
    localStorage.setItem("journal", isOpen ? "open" : "closed");
  };
  const control = button(icon("journal"), {
    class: "icon-button small journal-button", "aria-label": "Журнал", title: "Журнал событий и вызовов", "aria-controls": "journal",
    on: { click: () => show(control.ariaPressed !== "true") },
  });
  show((localStorage.getItem("journal") ?? (matchMedia("(min-width: 1101px)").matches ? "open" : "closed")) === "open");
  return control;
}
