// Govorun: light and dark, by the system's wish or by choice. SPDX-License-Identifier: MIT
import { button, icon } from "/web/dom.js";

const stored = "theme";
const names = { auto: "как в системе", light: "светлая", dark: "тёмная" };
const next = { auto: "dark", dark: "light", light: "auto" };

const chosen = () => localStorage.getItem(stored) ?? "auto";

function put(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(stored, theme);
}

/** The button that goes from one to the next; its name tells which is on. */
export function themeButton() {
  put(chosen());
  const name = () => `Тема: ${names[chosen()]}`;
  const change = () => {
    put(next[chosen()]);
    control.ariaLabel = control.title = name();
  };
  const control = button(icon("theme"), { class: "icon-button small", "aria-label": name(), title: name(), on: { click: change } });
  return control;
}
