// Replay icons: small pictures for the buttons of a row, whose names are told apart from them.

import { drawn } from "./icons.js";

const PATHS = {
  watch: "M6 4l10 6-10 6z",
  link: "M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2",
  save: "M10 3v9M6 8.5l4 4 4-4M4 16h12",
  delete: "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11",
  bring: "M10 13V4M6 7.5l4-4 4 4M4 12v4h12v-4",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return drawn(PATHS[name], { viewBox: "0 0 20 20", class: "icon" });
}
