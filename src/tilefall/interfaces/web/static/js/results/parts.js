// Parts: pieces of pages that show results: states, progress, commands to copy, tables.

import { button, element, say } from "../dom.js";
import { number } from "./wording.js";

/** What each colour of an agent or a run looks like beside it: never the colour alone. */
export const DASHES = [[], [8, 4], [2, 4], [9, 4, 2, 4], [13, 5], [5, 3], [1, 3]];

/**
 * New children for an element; the focus, what is open and how far boxes are scrolled stay.
 * @param {HTMLElement} place
 * @param {...(Node | string)} children
 */
export function refilled(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const key = keyOf(focused);
  const opened = [...place.querySelectorAll("details[open] > summary")].map(keyOf);
  const scrolled = [...place.querySelectorAll(".scroll")].map((box) => box.scrollLeft);
  place.replaceChildren(...children);
  [...place.querySelectorAll(".scroll")].forEach((box, i) => (box.scrollLeft = scrolled[i] ?? 0));
  for (const summary of place.querySelectorAll("details > summary")) {
    if (opened.includes(keyOf(summary))) summary.parentElement?.setAttribute("open", "");
  }
  if (key === undefined) return;
  for (const each of place.querySelectorAll("[data-key]")) {
    if (each instanceof HTMLElement && keyOf(each) === key) each.focus({ preventScroll: true });
  }
}

/** @param {Element | null} found */
function keyOf(found) {
  return found instanceof HTMLElement ? found.dataset.key : undefined;
}

/**
 * A line as agent or run number i has it in charts, or a point.
 * @param {number} i
 * @param {boolean} [isPoint]
 */
export function swatch(i, isPoint = false) {
  const look = i % DASHES.length;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of [["class", `swatch a${look}`], ["viewBox", "0 0 28 10"], ["aria-hidden", "true"]]) {
    made.setAttribute(name ?? "", value ?? "");
  }
  const shape = document.createElementNS("http://www.w3.org/2000/svg", isPoint ? "circle" : "line");
  const place = isPoint ? { cx: 14, cy: 5, r: 4.5 } : { x1: 0, x2: 28, y1: 5, y2: 5, "stroke-dasharray": (DASHES[look] ?? []).join(" ") || "none" };
  for (const [name, value] of Object.entries(place)) shape.setAttribute(name, `${value}`);
  made.append(shape);
  return made;
}

/**
 * What goes on, as a sign with words.
 * @param {"running" | "finished" | "stopped" | "broken"} kind
 */
export function state(kind) {
  const signs = { running: "▶", finished: "✓", stopped: "■", broken: "!" };
  return element("span", { class: `state ${kind}` }, `${signs[kind]} ${kind}`);
}

/**
 * How far something is.
 * @param {number} done
 * @param {number} planned
 * @param {string} label
 */
export function progress(done, planned, label) {
  return element("progress", { max: planned || 1, value: done, "aria-label": label });
}

/**
 * A command for a terminal, with a button that copies it.
 * @param {string} text
 */
export function command(text) {
  const copy = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
      say("The command is copied.");
    } catch {
      getSelection()?.selectAllChildren(code);
      copy.textContent = "Selected: press Ctrl+C";
    }
    setTimeout(() => (copy.textContent = "Copy"), 2000);
  }, { "data-key": `copy ${text}`, class: "small" });
  const code = element("code", {}, text);
  return element("div", { class: "command" }, element("div", { class: "scroll", tabindex: 0 }, code), copy);
}

/**
 * A table that scrolls inside its box; the first cell of a row is its heading.
 * @param {string} label
 * @param {(Node | string)[]} head
 * @param {(Node | string)[][]} rows
 * @param {number} [words] how many columns at the left are words rather than numbers
 */
export function table(label, head, rows, words = 1) {
  const kind = (/** @type {number} */ i) => (i < words ? "word" : null);
  return element("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 },
    element("table", {},
      element("thead", {}, element("tr", {},
        ...head.map((cell, i) => element("th", { scope: "col", class: kind(i) }, cell)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {},
        ...row.map((cell, i) => i === 0
          ? element("th", { scope: "row", class: "word" }, cell)
          : element("td", { class: kind(i) }, cell)))))));
}

/**
 * A part of a page with a heading.
 * @param {string} title
 * @param {...(Node | string)} children
 */
export function panel(title, ...children) {
  return element("section", { class: "panel" }, element("h2", {}, title), ...children);
}

/**
 * What there is to see where nothing was made yet.
 * @param {string} words
 * @param {...string} commands that make something
 */
export function nothing(words, ...commands) {
  return element("div", { class: "panel nothing" }, element("p", {}, words), ...commands.map(command));
}

/**
 * How far something is, in words.
 * @param {number} done
 * @param {number} planned
 * @param {string} unit
 * @param {boolean} [isMost] whether it may be enough earlier
 */
export function soFar(done, planned, unit, isMost = false) {
  return `${number(done)} of ${isMost ? "at most " : ""}${number(planned)} ${unit}`;
}
