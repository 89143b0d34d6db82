// DOM: elements from names, attributes and texts. Texts are never read as markup.

/**
 * An element with attributes and children; texts become text nodes.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | null>} [attributes] true stands alone; false
 *     and null are left out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : `${value}`);
  }
  made.append(...children);
  return made;
}

/**
 * A button that does something.
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, string | number | boolean | null>} [attributes]
 */
export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

/**
 * The element of this id, which every page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * Say something to those who listen rather than look.
 * @param {string} words
 */
export function say(words) {
  part("spoken").textContent = words;
}
