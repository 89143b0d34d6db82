// Replay table: a row for each kept game, with what can be done with it.

import { button, element } from "./dom.js";
import { icon } from "./replay-icons.js";
import { playerWords, resultWords, timeWords, watchAddress } from "./replay-words.js";

/** @typedef {import("./replay-words.js").Row} Row */
/**
 * @typedef {object} Acts what buttons of a row do
 * @property {(row: Row) => void} copy
 * @property {(row: Row) => void} remove
 */

const HEADS = [["Game", "word"], ["Result", "word"], ["Played by", "word wide"], ["When", "word wide"], ["Moves", "wide"], ["Seed", "widest"]];

/**
 * @param {Row[]} rows
 * @param {Acts} acts
 */
export function replayTable(rows, acts) {
  const heads = HEADS.map(([name, kind]) => element("th", { scope: "col", class: kind ?? "" }, name ?? ""));
  const last = element("th", { scope: "col" }, element("span", { class: "unseen" }, "What to do with it"));
  return element("table", { class: "replays" },
    element("caption", { class: "unseen" }, "Kept games"),
    element("thead", {}, element("tr", {}, ...heads, last)),
    element("tbody", {}, ...rows.map((row) => line(row, acts))));
}

/**
 * What a game is called where there is one line for it.
 * @param {Row} row
 */
export function called(row) {
  return [row.title || row.id, resultWords(row), timeWords(row.when)].filter(Boolean).join(", ");
}

/**
 * @param {Row} row
 * @param {Acts} acts
 */
function line(row, acts) {
  const name = called(row);
  const tags = row.is_imported ? [element("span", { class: "tag" }, "imported")] : [];
  const below = element("small", { class: "narrow soft" }, [playerWords(row), timeWords(row.when)].filter(Boolean).join(", "));
  const title = row.problem ? element("span", {}, row.title || row.id) : element("a", { href: watchAddress(row.id) }, row.title);
  const first = element("th", { scope: "row", class: "word" }, element("span", { class: "row" }, title, ...tags), below);
  if (row.problem) {
    return element("tr", { "data-id": row.id }, first,
      element("td", { class: "word trouble", colspan: HEADS.length - 1 }, row.problem), actions(row, name, acts));
  }
  return element("tr", { "data-id": row.id }, first,
    element("td", { class: "word" }, resultWords(row)),
    element("td", { class: "word wide" }, playerWords(row), ...assisted(row)),
    element("td", { class: "word wide" }, timeWords(row.when)),
    element("td", { class: "wide" }, row.moves.toLocaleString()),
    element("td", { class: "widest" }, row.seed),
    actions(row, name, acts));
}

/** @param {Row} row */
function assisted(row) {
  return row.who === "assisted" ? [" ", element("span", { class: "tag" }, "does not count")] : [];
}

/**
 * @param {Row} row
 * @param {string} name
 * @param {Acts} acts
 */
function actions(row, name, acts) {
  const save = element("a", {
    class: "button plain", href: `/data/replays/${row.id}`, download: `${row.id}.jsonl`, title: "Save as a file", "aria-label": `Save ${name}`,
  }, icon("save"));
  const remove = button("", () => acts.remove(row), { class: "plain", title: "Delete", "aria-label": `Delete ${name}` });
  remove.append(icon("delete"));
  if (row.problem) return element("td", {}, element("span", { class: "acts" }, save, remove));
  const watch = element("a", { class: "button plain", href: watchAddress(row.id), title: "Watch", "aria-label": `Watch ${name}` }, icon("watch"));
  const copy = button("", () => acts.copy(row), { class: "plain", title: "Copy a link", "aria-label": `Copy a link to ${name}` });
  copy.append(icon("link"));
  return element("td", {}, element("span", { class: "acts" }, watch, copy, save, remove));
}
