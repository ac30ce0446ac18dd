// Govorun: short notices over the page. SPDX-License-Identifier: MIT
import { button, byID, h, icon } from "/web/dom.js";
import { outside, safeAddress } from "/web/text.js";

const shownFor = 8_000;

/** Shows a notice for a while; a press or Esc takes it away earlier. */
export function snack(...content) {
  const close = () => notice.remove();
  const notice = h("div", { class: "snack" }, h("span", {}, ...content), button(icon("close"), { "aria-label": "Закрыть", on: { click: close } }));
  byID("snacks").append(notice);
  setTimeout(close, shownFor);
}

/** Takes the newest notice away. */
export function dismiss() {
  const newest = byID("snacks").lastElementChild;
  newest?.remove();
  return newest !== null;
}

/** What a bot answered a press with. */
export function answerSnack(bot, data) {
  if (data?.type === "show_snackbar") return snack(data.text);
  if (data?.type === "open_app") return snack(`${bot} открывает приложение ${data.app_id}: симулятор их не показывает.`);
  const address = data?.type === "open_link" ? safeAddress(data.link) : null;
  if (address) snack(`${bot} открывает ссылку: `, outside(address, {}, data.link));
}
