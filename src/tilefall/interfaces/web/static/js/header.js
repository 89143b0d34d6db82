// Header: the menu of pages where there is little room, and the settings, on every page.

import { part } from "./dom.js";
import { openSettings } from "./settings-dialog.js";

const menu = part("menu");
const pages = part("pages");

/** @param {boolean} isOpen */
function show(isOpen) {
  menu.setAttribute("aria-expanded", String(isOpen));
}

menu.addEventListener("click", () => show(menu.getAttribute("aria-expanded") !== "true"));
document.addEventListener("click", ({ target }) => {
  if (target instanceof Node && !menu.contains(target) && !pages.contains(target)) show(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || menu.getAttribute("aria-expanded") !== "true") return;
  show(false);
  menu.focus();
});
part("settings").addEventListener("click", openSettings);
