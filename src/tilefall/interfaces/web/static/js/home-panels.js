// Home panels: what was played, trained and compared here last; null where there is nothing yet.

import { element } from "./dom.js";
import { playerWords, resultWords, timeWords, watchAddress } from "./replay-words.js";

/** @typedef {import("./replay-words.js").Row} Row */
/** @typedef {{title: string, game: string, score: number, id: string, date: string}} Best */
/** @typedef {{title: string, game: string, agent: string, wins: number, losses: number, ties: number}} Result */
/** @typedef {{id: string, name: string, is_running: boolean, wrong?: string}} Shelved */
/** @typedef {Shelved & {game: string, method: string, done: number, planned: number, unit: string, judged: string}} Run */
/** @typedef {Shelved & {game: string, headline: string, played: number}} Arena */

const SHOWN = 5; // of each sort

/**
 * @param {Row[]} rows
 * @param {number} total
 */
export function replayPanel(rows, total) {
  if (!rows.length) return null;
  return panel("Last games", total > rows.length ? ["/replays", `All ${total.toLocaleString()} games`] : ["/replays", "All games"],
    rows.slice(0, SHOWN).map((row) => line(
      watchAddress(row.id),
      row.problem ? row.id : `${row.title}, ${resultWords(row)}`,
      row.problem || `${playerWords(row)}, ${timeWords(row.when)}`)));
}

/** @param {{best: Best[], results: Result[], problem: string}} scores */
export function bestPanel({ best, results, problem }) {
  const lines = [
    ...best.map(({ title, game, score, id, date }) => line(
      id ? watchAddress(id) : null,
      `${title}: ${score.toLocaleString()}`,
      [parameters(game), timeWords(date)].filter(Boolean).join(", "))),
    ...results.map(({ title, game, agent, wins, losses, ties }) => line(null,
      `${title}: ${wins} won, ${losses} lost${ties ? `, ${ties} tied` : ""}`,
      [`against ${agent}`, parameters(game)].filter(Boolean).join(", "))),
  ];
  if (problem) lines.push(element("li", { class: "trouble" }, problem));
  return lines.length ? panel("Your best", null, lines) : null;
}

/** @param {Run[]} runs */
export function runPanel(runs) {
  if (!runs.length) return null;
  return panel("Training", ["/training", "All runs"], runs.slice(0, SHOWN).map((run) => line(
    `/training#id=${encodeURIComponent(run.id)}`, run.name,
    run.wrong ?? `${run.game}, ${run.method}, ${run.done.toLocaleString()} of ${run.planned.toLocaleString()} ${run.unit}${run.judged ? `: ${run.judged}` : ""}`,
    run.is_running)));
}

/** @param {Arena[]} arenas */
export function arenaPanel(arenas) {
  if (!arenas.length) return null;
  return panel("Arenas", ["/arena", "All arenas"], arenas.slice(0, SHOWN).map((arena) => line(
    `/arena#id=${encodeURIComponent(arena.id)}`, arena.name,
    arena.wrong ?? `${arena.game}, ${arena.played.toLocaleString()} games: ${arena.headline}`,
    arena.is_running)));
}

/**
 * @param {string} title
 * @param {[string, string] | null} more where there are more of them, and what that is called
 * @param {HTMLElement[]} lines
 */
function panel(title, more, lines) {
  const id = `own-${title.toLowerCase().replaceAll(" ", "-")}`;
  return element("section", { class: "panel", "aria-labelledby": id },
    element("div", { class: "head" },
      element("h2", { id }, title), ...(more ? [element("a", { href: more[0] }, more[1])] : [])),
    element("ul", { class: "lines" }, ...lines));
}

/**
 * @param {string | null} address
 * @param {string} words
 * @param {string} about
 * @param {boolean} [isRunning]
 */
function line(address, words, about, isRunning = false) {
  const first = address ? element("a", { href: address }, words) : element("strong", {}, words);
  return element("li", {}, element("span", { class: "row" }, first, ...(isRunning ? [element("span", { class: "tag" }, "running")] : [])),
    element("small", { class: "soft" }, about));
}

/** @param {string} game */
function parameters(game) {
  return game.includes(":") ? game.slice(game.indexOf(":") + 1) : "";
}
