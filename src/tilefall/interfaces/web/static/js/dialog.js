// Dialog: a modal window with a heading; the browser keeps the focus in it and gives it back.

import { element } from "./dom.js";

let count = 0;

/**
 * A dialog that is open; it is gone from the page as soon as it is closed.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {HTMLButtonElement[]} buttons the last one is where the focus begins
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, buttons) {
  const heading = element("h2", { id: `dialog-${(count += 1)}` }, title);
  const foot = element("div", { class: "row foot" }, ...buttons);
  const dialog = element("dialog", { "aria-labelledby": heading.id }, heading, ...content, foot);
  buttons.at(-1)?.setAttribute("autofocus", "");
  dialog.addEventListener("close", () => dialog.remove());
  // the dialog itself is hit only outside of what it holds
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && !isInside(dialog, event)) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {HTMLElement} box
 * @param {MouseEvent} event
 */
function isInside(box, { clientX: x, clientY: y }) {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
