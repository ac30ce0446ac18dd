// Govorun: what is attached to a message, honestly: what the simulator lacks is a placeholder. SPDX-License-Identifier: MIT
import { h, icon } from "/web/dom.js";
import { outside, safeAddress } from "/web/text.js";
import { duration, kind, size } from "/web/words.js";

/** An attachment as a node; of a kind unknown here, its name and id. */
export function attachmentNode(attachment) {
  const content = attachment[attachment.type] ?? {};
  return (makers[attachment.type] ?? placeholder)(content, attachment.type);
}

const makers = {
  photo: (photo) => picture(largest(photo.sizes), "Фотография") ?? placeholder(photo, "photo"),
  graffiti: (graffiti) => picture(graffiti.url, "Граффити") ?? placeholder(graffiti, "graffiti"),
  sticker: (sticker) => picture(largest(sticker.images), "Стикер", "sticker") ?? placeholder({ id: sticker.sticker_id }, "sticker"),
  doc: (doc) => file((doc.ext ?? "DOC").toUpperCase(), doc.title ?? nameOf(doc, "doc"), doc.size ? size(doc.size) : "", doc.url),
  audio_message: (voice) => wave(voice),
  audio: (audio) => file("♪", [audio.artist, audio.title].filter(Boolean).join(" — ") || nameOf(audio, "audio"), length(audio)),
  video: (video) => file("▶", video.title ?? nameOf(video, "video"), length(video)),
  poll: (poll) => file("?", poll.question ?? nameOf(poll, "poll"), "Опрос"),
  link: (link) => file("↗", link.title ?? link.url ?? "", link.url ?? "", link.url),
};

/** A place on the map, in numbers: the page knows no map. */
export function placeNode(geo) {
  const { latitude, longitude } = geo.coordinates ?? {};
  return h("div", { class: "file" }, h("i", {}, icon("place")),
    h("div", {}, h("b", {}, geo.place?.title ?? "Место на карте"), h("div", { class: "small" }, `${latitude}, ${longitude}`)));
}

const nameOf = (object, type) => (object.owner_id ? `${type}${object.owner_id}_${object.id}` : `${type} ${object.id ?? ""}`);
const length = (object) => (object.duration ? duration(object.duration) : "");
const largest = (sizes) => sizes?.toSorted((one, other) => other.width - one.width)[0]?.url;

/** Only what the simulator itself serves is loaded; the page talks to nobody else. */
function picture(address, name, style = "photo") {
  if (!address || !URL.canParse(address) || new URL(address).origin !== location.origin) return null;
  return h("img", { class: style, src: address, alt: name, loading: "lazy" });
}

function placeholder(object, type) {
  return file("▧", kind(type), nameOf(object, type));
}

function file(mark, title, note, address) {
  const target = address ? safeAddress(address) : null;
  const name = target ? outside(target, {}, title) : h("b", {}, title);
  return h("div", { class: "file" }, h("i", { "aria-hidden": "true" }, mark),
    h("div", {}, name, note && h("div", { class: "small" }, note)));
}

function wave(voice) {
  const bars = voice.waveform?.length ? voice.waveform : [8, 16, 22, 12, 18, 9, 20, 14, 7];
  const highest = Math.max(...bars, 1);
  const shown = bars.slice(0, 48).map((height) => h("b", { css: { "--h": 4 + Math.round((20 * height) / highest) } }));
  const text = duration(voice.duration ?? 0);
  return h("div", { class: "wave", role: "img", "aria-label": `Голосовое сообщение, ${text}` }, ...shown, h("span", {}, text));
}
