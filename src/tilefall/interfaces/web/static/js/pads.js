// Pads: large buttons below the board, for thumbs; they repeat while they are held.

import { element } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./repeat.js").Repeat} Repeat */

const ORDER = ["left", "down", "up", "right", "turn back", "hold", "flip", "turn", "drop"];
const SLIDES = ["left", "up", "down", "right"];

/**
 * The buttons of what a game can do.
 * @param {string[]} can
 * @param {Repeat} repeat
 * @returns {HTMLElement[]}
 */
export function pads(can, repeat) {
  const order = can.includes("up") ? SLIDES : ORDER;
  return order.filter((action) => can.includes(action)).map((action) => pad(action, repeat));
}

/**
 * @param {string} action
 * @param {Repeat} repeat
 */
function pad(action, repeat) {
  const made = element("button", { type: "button", class: "pad", "aria-label": action }, icon(action));
  const source = `pad ${action}`;
  made.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault(); // no focus, no selection, no magnifier
    made.setPointerCapture(event.pointerId);
    made.classList.add("pressed");
    repeat.press(action, source);
  });
  const release = () => {
    made.classList.remove("pressed");
    repeat.release(source);
  };
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) made.addEventListener(end, release);
  made.addEventListener("contextmenu", (event) => event.preventDefault());
  made.addEventListener("click", (event) => {
    if (event.detail !== 0) return; // a pointer has pressed it already
    repeat.press(action, source);
    repeat.release(source);
  });
  return made;
}
