// Govorun: a window over the page. SPDX-License-Identifier: MIT
import { button, h, icon } from "/web/dom.js";

/**
 * Opens a modal window; Esc, the cross and a press beside it close it, and the focus goes back where it was.
 *
 * @param {string} title
 * @param {(close: () => void) => Node[]} content
 * @returns {() => void} closes it
 */
export function openSheet(title, content) {
  const close = () => sheet.close();
  const cross = button(icon("close"), { class: "icon-button small", "aria-label": "Закрыть", on: { click: close } });
  const sheet = h("dialog", { class: "sheet", "aria-label": title });
  sheet.append(h("div", { class: "sheet-head" }, h("h2", {}, title), cross), h("div", { class: "sheet-body" }, ...content(close)));
  sheet.addEventListener("close", () => sheet.remove());
  sheet.addEventListener("click", (event) => event.target === sheet && close());
  document.body.append(sheet);
  sheet.showModal();
  return close;
}

/** A labelled field of a form. */
export const field = (label, input) => h("label", { class: "labelled" }, h("span", {}, label), input);

/** A line with a box to tick. */
export function tick(label, properties, onChange = () => {}) {
  const box = h("input", { type: "checkbox", ...properties, on: { change: () => onChange(box.checked) } });
  return h("label", { class: "tick" }, box, h("span", {}, label));
}

/** A form that says in itself why it could not be done. */
export function form(children, label, submit, style = "primary") {
  const problem = h("p", { class: "problem", role: "alert" });
  return h("form", {
    class: "sheet-form",
    on: {
      submit: async (event) => {
        event.preventDefault();
        problem.textContent = "";
        try {
          await submit(new FormData(event.target));
        } catch (refusal) {
          problem.textContent = refusal.message;
        }
      },
    },
  }, ...children, problem, h("button", { type: "submit", class: `key ${style}` }, label));
}
