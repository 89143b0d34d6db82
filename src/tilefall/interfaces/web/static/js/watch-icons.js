// Watch icons: the signs on the buttons, as paths, since fonts have them in colours of their own.

import { drawn } from "./icons.js";

/** @type {Record<string, string>} */
const PATHS = {
  play: "M6 4 L20 12 L6 20 Z",
  pause: "M6 4 H10 V20 H6 Z M14 4 H18 V20 H14 Z",
  next: "M5 5 L15 12 L5 19 Z M16 5 H19 V19 H16 Z",
  previous: "M19 5 L9 12 L19 19 Z M5 5 H8 V19 H5 Z",
  on: "M3 5 L12 12 L3 19 Z M12 5 L21 12 L12 19 Z",
  back: "M21 5 L12 12 L21 19 Z M12 5 L3 12 L12 19 Z",
  start: "M3 5 H6 V19 H3 Z M13 5 L6 12 L13 19 Z M21 5 L14 12 L21 19 Z",
  end: "M18 5 H21 V19 H18 Z M11 5 L18 12 L11 19 Z M3 5 L10 12 L3 19 Z",
  faster: "M10.5 4 H13.5 V10.5 H20 V13.5 H13.5 V20 H10.5 V13.5 H4 V10.5 H10.5 Z",
  slower: "M4 10.5 H20 V13.5 H4 Z",
};

/**
 * A sign of the size of a letter, in the colour of the words around it.
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return drawn(PATHS[name] ?? "", { width: "20", height: "20", fill: "currentColor" });
}
