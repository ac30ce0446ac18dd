// Govorun: attachments to try a bot with, shaped as VK shapes them. SPDX-License-Identifier: MIT

/** @type {{name: string, attachment?: object, geo?: object}[]} */
export const samples = [
  { name: "Фото", attachment: { type: "photo", photo: { id: 1, owner_id: 1, album_id: -3, date: 0, text: "", sizes: [], has_tags: false } } },
  { name: "Документ", attachment: { type: "doc", doc: { id: 1, owner_id: 1, title: "Пример.pdf", ext: "pdf", size: 86_016, type: 1, date: 0, url: "" } } },
  {
    name: "Голосовое",
    attachment: {
      type: "audio_message",
      audio_message: { id: 1, owner_id: 1, duration: 7, waveform: [8, 16, 22, 12, 18, 9, 20, 14, 7], link_ogg: "", link_mp3: "" },
    },
  },
  { name: "Стикер", attachment: { type: "sticker", sticker: { sticker_id: 1, product_id: 1, images: [], inner_type: "base_sticker_new" } } },
  { name: "Место", geo: { type: "point", coordinates: { latitude: 55.796127, longitude: 49.106414 } } },
];
