// Watch keys: the keys of the terminal, which the server tells, and the help about them.

import { button, element } from "./dom.js";

/** @typedef {import("./types.js").WatchView} WatchView */
/** @typedef {import("./watch-driver.js").Driver} Driver */

const TYPED = "input:not([type=range]), select, textarea, [contenteditable]"; // keys belong to these
const MOVED = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];

/**
 * Hear keys wherever the focus is, except where they mean something else.
 * @param {() => WatchView | null} shown
 * @param {Driver} driver
 * @param {import("./watch-preview.js").Preview} preview
 * @param {Record<string, () => void>} actions
 */
export function hearKeys(shown, driver, preview, actions) {
  addEventListener("keydown", (event) => {
    const view = shown();
    const meant = view?.keys[event.key];
    if (!view || !meant || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]") || isTaken(event)) return;
    event.preventDefault();
    const { do: what, ...fields } = meant;
    if (what === "preview") preview.keep(view.candidates.some(({ rank }) => rank === fields.rank) ? Number(fields.rank) : null);
    else if (actions[what]) actions[what]?.();
    else driver.wish(what, fields);
  });
}

/**
 * Whether the element with the focus does something of its own with a key.
 * @param {KeyboardEvent} event
 */
function isTaken({ key, target }) {
  if (!(target instanceof Element)) return false;
  if (target.matches(TYPED)) return true;
  if (target.matches("input[type=range]")) return MOVED.includes(key);
  return key === " " && target.matches("button, a[href], summary");
}

/** @returns {{box: HTMLDialogElement, open: (view: WatchView | null) => void}} */
export function helpDialog() {
  const list = element("dl", { class: "keys" });
  const close = button("Close", () => box.close(), { class: "main" });
  const box = element("dialog", { "aria-label": "Keys" }, element("h2", {}, "Keys"), list, close);
  return {
    box,
    open(view) {
      list.replaceChildren(...(view?.help ?? []).flatMap(([keys, words]) => [
        element("dt", {}, ...keys.split(keys.startsWith(",") ? " " : ", ").flatMap((key, i) => [i ? " " : "", element("kbd", {}, key)])),
        element("dd", {}, words),
      ]));
      box.showModal();
    },
  };
}
