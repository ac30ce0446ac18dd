// Govorun: how the bots are being rebuilt, under `govorun dev`. SPDX-License-Identifier: MIT
import { button, byID, h, icon } from "/web/dom.js";
import { snack } from "/web/snacks.js";

/** Shows a pill while the bots are being built, what is wrong when they cannot be, and for a moment how long it took. */
export class Builds {
  #pill = byID("build");
  #panel = byID("build-problems");

  constructor(bus) {
    bus.on("snapshot", (snapshot) => this.#show(snapshot.build));
    bus.on("event", (event) => event.type === "build" && this.#hear(event.build));
  }

  #hear(build) {
    this.#show(build);
    if (build.stage === "running") snack(`Боты обновлены за ${(build.took_ms / 1000).toFixed(1).replace(".", ",")} с`);
  }

  #show(build) {
    this.#pill.hidden = !build || build.stage === "running";
    this.#pill.className = build?.stage === "failed" ? "pill bad" : "pill";
    this.#pill.textContent = build?.stage === "failed" ? "не собирается" : "собираю ботов…";
    // While a new try is made, what was wrong stays to be read.
    if (build?.stage === "building") return;
    this.#panel.hidden = build?.stage !== "failed";
    if (!this.#panel.hidden) this.#panel.replaceChildren(this.#head(build.problems.length), ...build.problems.map(problemNode));
  }

  #head(count) {
    const close = button(icon("close"), { "aria-label": "Закрыть", class: "icon-button small", on: { click: () => (this.#panel.hidden = true) } });
    return h("div", { class: "build-head" }, h("h2", {}, count > 1 ? `Ошибок: ${count}` : "Ошибка"), h("span", { class: "small" }, "прежние боты работают"), close);
  }
}

function problemNode(problem) {
  const place = problem.file && `${problem.file}:${problem.line}:${problem.column}`;
  return h("div", { class: "build-problem" },
    place ? h("code", {}, place) : "",
    h("p", {}, problem.message),
    problem.excerpt ? h("pre", {}, problem.excerpt) : "");
}
