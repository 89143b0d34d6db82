// List of arenas: each with its game, how far it is, and its verdict in words.

import { element } from "../dom.js";
import { nothing, progress, soFar, state } from "../results/parts.js";
import { ago } from "../results/wording.js";

/** @typedef {import("../results/types.js").ArenaEntry} ArenaEntry */

/** @param {ArenaEntry} arena */
export function stateOf({ is_running, is_finished, wrong }) {
  if (wrong !== undefined) return "broken";
  return is_running ? "running" : is_finished ? "finished" : "stopped";
}

/**
 * The arenas as cards, or how one is made.
 * @param {ArenaEntry[]} arenas
 */
export function arenaList(arenas) {
  if (arenas.length === 0) {
    return nothing(
      "No arena was played here yet. An arena lets agents play the same games and says who is better and how sure that is. This makes one:",
      "tilefall arena quintris greedy lookahead",
      "tilefall arena ijk greedy alphabeta:depth=4 --games 40",
    );
  }
  return element("ul", { class: "cards" }, ...arenas.map(card));
}

/** @param {ArenaEntry} arena */
function card(arena) {
  const link = element("a", { href: `#id=${arena.id}`, "data-key": arena.id }, arena.name);
  const head = element("div", { class: "row apart" }, element("h2", {}, arena.wrong === undefined ? link : arena.name), state(stateOf(arena)));
  if (arena.wrong !== undefined) return element("li", { class: "panel" }, head, element("p", { class: "trouble" }, arena.wrong));
  const { played, planned, is_most, agents, game } = arena;
  const far = soFar(played, planned, "games", is_most);
  return element("li", { class: "panel" }, head,
    element("p", { class: "headline" }, arena.headline),
    element("p", { class: "soft" }, `${game}: ${agents.join(", ")}`),
    ...(arena.is_running ? [progress(played, planned, far)] : []),
    element("p", { class: "soft" }, `${far} · ${ago(arena.changed)}`));
}
