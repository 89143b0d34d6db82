// Crosstable: what each agent has scored against each other; a cell opens its games.

import { button, element } from "../dom.js";
import { swatch } from "../results/parts.js";

/** @typedef {import("../results/types.js").Arena} Arena */
/** @typedef {{first: number, second: number | null}} Cell */

const SHADES = 7; // from all lost to all won; the style sheet knows them

/**
 * The table; its cells say who they are about to those who hear them.
 * @param {Arena} arena
 * @param {Cell | null} chosen
 * @param {(cell: Cell) => void} choose
 */
export function crosstable({ ranks, agents, cross }, chosen, choose) {
  const label = "Score in percent of the row against the column";
  const head = ranks.map((agent, i) => element("th", { scope: "col", title: agents[agent] ?? "" }, `${i + 1}`));
  const rows = ranks.map((agent, row) => element("tr", {},
    element("th", { scope: "row", class: "word", title: agents[agent] ?? "" }, `${row + 1} `, swatch(agent), agents[agent] ?? ""),
    ...ranks.map((other, column) => {
      const cell = cross?.[row]?.[column];
      if (!cell || cell.percent === null) return element("td", { class: "none" }, agent === other ? "" : "–");
      const isChosen = chosen?.first === agent && chosen.second === other;
      const told = `${agents[agent]} against ${agents[other]}: ${cell.interval} %, ${cell.games} games. Show them`;
      const shade = Math.min(Math.floor((cell.percent * SHADES) / 100), SHADES - 1);
      const open = button(cell.words, () => choose({ first: agent, second: other }), {
        "aria-label": told, title: told, "aria-pressed": `${isChosen}`, class: `cell s${shade}`, "data-key": `cell ${agent} ${other}`,
      });
      return element("td", { class: "crossed" }, open);
    })));
  return element("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 },
    element("table", { class: "crosstable" },
      element("thead", {}, element("tr", {}, element("th", { class: "word" }, "agent"), ...head)),
      element("tbody", {}, ...rows)));
}
