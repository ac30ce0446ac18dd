// Govorun: a message's text as nodes: mentions, addresses, formatting. SPDX-License-Identifier: MIT
import { h } from "/web/dom.js";

const mentionPattern = /\[(id|club|public|event)(\d+)\|([^\]\n]+)\]/g;
const addressPattern = /(?<![\p{L}\p{N}_@/])(?:https?:\/\/|vk\.(?:com|ru|me)\/)[^\s<>«»"]+/giu;
const styleTags = { bold: "b", italic: "i", underline: "u" };

/** An address that may be followed: http and https alone, never `javascript:`. Null for any other. */
export function safeAddress(text) {
  const full = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  return url && ["http:", "https:"].includes(url.protocol) ? url.href : null;
}

/** A link to outside: it opens apart and tells nothing of us. */
export const outside = (address, properties, ...children) =>
  h("a", { href: address, target: "_blank", rel: "noopener noreferrer", ...properties }, ...children);

/**
 * A text as nodes. Offsets of `format_data` count UTF-16 units of the text as it was sent, brackets of mentions included,
 * which is how JavaScript counts, too.
 *
 * @param {string} text
 * @param {{items?: {type: string, offset: number, length: number, url?: string}[]}|null|undefined} format
 * @param {(id: number, label: Node[]) => Node} mention makes the link of a mention; a community's id is negative
 * @returns {Node[]}
 */
export function textNodes(text, format, mention) {
  const items = (format?.items ?? []).filter((item) => item.length > 0);
  const nodes = [];
  let position = 0;
  for (const link of links(text, items)) {
    nodes.push(...styled(text, position, link.start, items), link.make(styled(text, link.from, link.to, items), mention));
    position = link.end;
  }
  return [...nodes, ...styled(text, position, text.length, items)];
}

/** Everything that is a link, in order, nothing twice: mentions first, then formatted links, then addresses. */
function links(text, items) {
  const found = [...mentions(text), ...formatted(items), ...addresses(text)];
  const kept = [];
  for (const link of found) if (!kept.some((other) => link.start < other.end && other.start < link.end)) kept.push(link);
  return kept.sort((one, other) => one.start - other.start);
}

function* mentions(text) {
  for (const match of text.matchAll(mentionPattern)) {
    const id = (match[1] === "id" ? 1 : -1) * Number(match[2]);
    const end = match.index + match[0].length;
    yield { start: match.index, end, from: end - 1 - match[3].length, to: end - 1, make: (label, mention) => mention(id, label) };
  }
}

function* formatted(items) {
  for (const { type, offset, length, url } of items) {
    const address = type === "url" ? safeAddress(url ?? "") : null;
    if (address) yield span(offset, offset + length, address);
  }
}

function* addresses(text) {
  for (const match of text.matchAll(addressPattern)) {
    const shown = withoutStop(match[0]);
    const address = safeAddress(shown);
    if (address) yield span(match.index, match.index + shown.length, address);
  }
}

/** An address without the punctuation of the sentence around it; a bracket that was opened in it belongs to it. */
function withoutStop(address) {
  const shorter = address.replace(/[.,;:!?'…]+$/u, "");
  const isStray = shorter.endsWith(")") && shorter.split(")").length > shorter.split("(").length;
  return isStray ? withoutStop(shorter.slice(0, -1)) : shorter;
}

const span = (start, end, address) => ({ start, end, from: start, to: end, make: (label) => outside(address, {}, ...label) });

/** A stretch of the text in as many pieces as its formatting has. */
function styled(text, start, end, items) {
  const cuts = new Set([start, end]);
  for (const { offset, length } of items) for (const cut of [offset, offset + length]) if (cut > start && cut < end) cuts.add(cut);
  const edges = [...cuts].sort((one, other) => one - other);
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1];
    const tags = items.filter(({ offset, length }) => offset <= from && offset + length >= to).map((item) => styleTags[item.type]);
    return tags.filter(Boolean).reduce((node, tag) => h(tag, {}, node), document.createTextNode(text.slice(from, to)));
  });
}
