// Keys: what a key is called, and when it is meant for something else than the game.

const ALONE = ["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock", "ContextMenu"];

/**
 * A key by the name that the server gives it: b, B, ArrowLeft, Shift+ArrowLeft; empty if the
 * browser or the system is meant.
 * @param {KeyboardEvent} event
 */
export function keyName(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return "";
  if (ALONE.includes(event.key) || /^F\d+$/.test(event.key)) return "";
  return event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
}

/**
 * What tells a key from all others until it is released, whatever shift does meanwhile.
 * @param {KeyboardEvent} event
 */
export function keySource(event) {
  return event.code || event.key.toLowerCase();
}

/**
 * Whether a key is for the element that has the focus: one that is written in, or pressed.
 * @param {KeyboardEvent} event
 */
export function isForElement(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return false;
  if (target.closest("input, select, textarea, dialog[open]")) return true;
  return (event.key === " " || event.key === "Enter") && target.closest("button, a, summary") !== null;
}
