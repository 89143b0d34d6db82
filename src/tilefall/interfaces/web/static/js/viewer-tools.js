// Viewer tools: how the page looks, as buttons in its header; nothing of it is kept.

import { button } from "./dom.js";

const THEMES = /** @type {const} */ ({ "": "light", light: "dark", dark: "" });
const NAMES = { "": "Theme: auto", light: "Theme: light", dark: "Theme: dark" };

/**
 * The buttons, and the look that they stand for.
 * @param {() => void} changed
 */
export function lookTools(changed) {
  const look = { letters: true, text: false };
  /** @type {keyof typeof THEMES} */
  let theme = "";
  /**
   * @param {keyof typeof look} name
   * @param {string} words
   * @param {string} about
   */
  const toggle = (name, words, about) => {
    const made = button(words, () => {
      look[name] = !look[name];
      made.setAttribute("aria-pressed", String(look[name]));
      changed();
    }, { "aria-pressed": String(look[name]), "aria-label": about, title: about });
    return made;
  };
  const themes = button(NAMES[""], () => {
    theme = THEMES[theme];
    themes.textContent = NAMES[theme];
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    changed();
  });
  return { look, buttons: [toggle("letters", "Letters", "Letters on pieces"), toggle("text", "Text", "Board as text"), themes] };
}
