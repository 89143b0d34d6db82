// Icons: small pictures of what buttons do, drawn in the colour of their words.

/** @type {Record<string, string>} */
const PATHS = {
  left: "M14 5 7 12l7 7",
  right: "M10 5l7 7-7 7",
  up: "M5 14l7-7 7 7",
  down: "M5 10l7 7 7-7",
  turn: "M19 12a7 7 0 1 1-2.5-5.4M17 2v5h-5",
  "turn back": "M5 12a7 7 0 1 0 2.5-5.4M7 2v5h5",
  flip: "M12 3v18M9 7 3 17h6zM15 7l6 10h-6z",
  drop: "M12 3v12M6 10l6 6 6-6M5 21h14",
  hold: "M4 8h16v12H4zM8 8V4h8v4",
  pause: "M8 5v14M16 5v14",
  undo: "M8 5 3 10l5 5M3 10h11a5 5 0 0 1 0 10h-3",
  advice: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v2h6v-2a6 6 0 0 0-3-11z",
  text: "M4 6h16M4 12h16M4 18h10",
  keys: "M3 7h18v11H3zM7 11h.01M12 11h.01M17 11h.01M8 15h8",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
};

/**
 * A path as a picture that says nothing to those who listen: its button has a name.
 * @param {string} path
 * @param {Record<string, string>} [attributes]
 * @returns {SVGElement}
 */
export function drawn(path, attributes = {}) {
  const space = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(space, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", "aria-hidden": "true", ...attributes })) {
    made.setAttribute(key, value);
  }
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  made.append(line);
  return made;
}

/** @param {string} name */
export function icon(name) {
  return drawn(PATHS[name] ?? "", { class: "icon" });
}
