// Govorun: elements made without markup, so that no text can become any. SPDX-License-Identifier: MIT

/**
 * Makes an element.
 *
 * Properties: `on` holds listeners by event, `css` custom properties, `data` the dataset, `ref` is called with the element;
 * `true` sets an attribute without a value, `false`, `null` and `undefined` leave it out. Children are nodes or texts.
 *
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|number|null|undefined|false|any[])} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) assign(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function assign(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === "css") {
    for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** The element of that id; index.html has them all. */
export const byID = (id) => document.getElementById(id);

/** A `type="button"` button. */
export const button = (label, properties, ...children) => h("button", { type: "button", ...properties }, label, ...children);

/** Runs `work` once before the next frame, however often it is asked for; hidden pages have no frames. */
export function coalesced(work) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    const run = () => {
      isAsked = false;
      work();
    };
    if (document.hidden) setTimeout(run);
    else requestAnimationFrame(run);
  };
}

const paths = {
  add: "M12 5v14M5 12h14",
  back: "M15 5l-7 7 7 7",
  send: "M4 12l16-8-6 16-3-6-7-2z",
  info: "M12 11v6M12 7.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  journal: "M4 6h16M4 12h16M4 18h10",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  comments: "M4 5h16v11H10l-5 4v-4H4z",
  close: "M6 6l12 12M18 6L6 18",
  reply: "M10 8L5 12.5 10 17M5 12.5h9a5 5 0 0 1 5 5",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  officer: "M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6zM9 12l2 2 4-4",
  pin: "M9 4h6l-1 7 4 3H6l4-3zM12 14v6",
  place: "M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
};

/** A picture that says nothing to a screen reader; its button has the name. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

/** The round picture of somebody: the first letter on a colour of its own. */
export function face(name, id, size = "") {
  const letter = [...name.trim()][0]?.toLocaleUpperCase("ru") ?? "?";
  const hues = ["#c2410c", "#0f766e", "#6d28d9", "#1d4ed8", "#047857", "#7c2d12", "#be185d", "#4d7c0f"];
  return h("span", { class: `face ${size}`, "aria-hidden": "true", css: { "--c": hues[(id < 0 ? 2 - id : id) % hues.length] } }, letter);
}
