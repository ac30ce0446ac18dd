// Govorun: the window that creates a group chat. SPDX-License-Identifier: MIT
import { act } from "/web/api.js";
import { h } from "/web/dom.js";
import { field, form, openSheet, tick } from "/web/sheet.js";

/** Asks for a title, a bot and people, and opens the chat that comes of it. */
export function openNewChat(session, world) {
  openSheet("Новая беседа", (close) => {
    const communities = world.communities.map((community) => h("option", { value: community.id }, community.name));
    const current = session.place?.community;
    for (const option of communities) option.selected = Number(option.value) === current;
    const others = world.people.filter((person) => person.id !== session.person);
    const children = [
      field("Название", h("input", { name: "title", required: true, autofocus: true, maxlength: 100, value: "Беседа", autocomplete: "off" })),
      field("Бот", h("select", { name: "community" }, ...communities)),
      h("fieldset", {}, h("legend", {}, "Люди"),
        ...others.map((person) => tick(world.name(person.id), { name: "member", value: person.id, checked: others.length <= 3 }))),
      tick("Бот видит все сообщения", { name: "access", checked: true }),
      tick("Бот — администратор беседы", { name: "admin" }),
    ];
    return [form(children, "Создать", async (data) => {
      const community = Number(data.get("community"));
      const { peer } = await act("chats", {
        person: session.person, community, title: data.get("title").trim(), members: data.getAll("member").map(Number),
        full_access: data.has("access"), admin: data.has("admin"),
      });
      close();
      session.open({ community, peer });
    })];
  });
}
