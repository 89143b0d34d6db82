// One arena: its verdict, ranks, intervals, crosstable or distribution, games and downloads.

import { button, element } from "../dom.js";
import { command, panel, progress, refilled, soFar, state, swatch, table } from "../results/parts.js";
import { ago } from "../results/wording.js";
import { intervalBars, resultBars } from "./bars.js";
import { crosstable } from "./crosstable.js";
import { Distribution } from "./distribution.js";
import { Games } from "./games.js";
import { stateOf } from "./list.js";

/** @typedef {import("../results/types.js").Arena} Arena */
/** @typedef {import("./crosstable.js").Cell} Cell */

const MOST_VERDICTS = 6; // that are seen at once

export class ArenaDetail {
  /** @param {(cell: Cell) => void} choose */
  constructor(choose) {
    this._choose = choose;
    this._top = element("div");
    this._bars = element("div", { class: "columns" });
    this._ranks = element("div");
    this._crosstable = element("div");
    this._distribution = new Distribution();
    this._games = new Games();
    this._rest = element("div");
    this.root = element("div", { class: "stack" }, this._top, this._ranks, this._bars,
      this._crosstable, this._games.root, this._distribution.root, this._rest);
  }

  /**
   * Show all figures; what has changed since is replaced in place.
   * @param {Arena} arena
   * @param {Cell | null} chosen
   * @param {boolean} isWanted whether somebody has just chosen the cell
   */
  show(arena, chosen, isWanted) {
    refilled(this._top, ...heading(arena));
    refilled(this._ranks, this._ranking(arena));
    refilled(this._bars, ...arena.bars.filter(({ bars }) => bars.length).map((bars) =>
      panel(bars.title, intervalBars(bars, arena.agents), element("p", { class: "soft" }, "With 95 % intervals."))));
    refilled(this._crosstable, ...against(arena, chosen, this._choose));
    this._distribution.show(arena);
    if (chosen) void this._games.open(arena, chosen, isWanted);
    else this._games.close();
    refilled(this._rest, ...rest(arena));
  }

  close() {
    this._distribution.close();
  }

  /** @param {Arena} arena */
  _ranking({ ranks, agents, head, rows, notes }) {
    const cells = rows.map((row, i) => {
      const agent = ranks[i] ?? 0;
      const games = button("Games", () => this._choose({ first: agent, second: null }), {
        class: "small", "aria-label": `Games of ${agents[agent]}`, "data-key": `games ${agent}`,
      });
      return [element("span", { class: "agent" }, `${i + 1} `, swatch(agent), agents[agent] ?? ""), games, ...row];
    });
    return panel("Ranks", table("All figures, the best agent first", ["agent", "", ...head], cells, 2),
      ...notes.map((note) => element("p", { class: "soft" }, note)));
  }
}

/** @param {Arena} arena */
function heading(arena) {
  const { name, headline, facts, played, planned, is_most, is_running } = arena;
  const far = soFar(played, planned, "games", is_most);
  return [
    element("p", { class: "crumbs" }, element("a", { href: "#", "data-key": "all" }, "← All arenas")),
    element("div", { class: "row apart" }, element("h1", {}, name), state(stateOf(arena))),
    element("p", { class: "verdict" }, headline),
    ...(is_running ? [progress(played, planned, far)] : []),
    element("p", { class: "soft" }, `${far} · ${ago(arena.changed)}`),
    element("p", { class: "soft" }, `${facts.join("; ")}.`),
  ];
}

/**
 * @param {Arena} arena
 * @param {Cell | null} chosen
 * @param {(cell: Cell) => void} choose
 */
function against(arena, chosen, choose) {
  if (!arena.cross || !arena.results || arena.played === 0) return [];
  return [element("div", { class: "columns" },
    panel("Against each other", crosstable(arena, chosen, choose),
      element("p", { class: "soft" }, "Score in percent of the row against the column. A cell opens its games.")),
    panel("Won, tied, lost", resultBars(arena.results, arena.ranks, arena.agents)))];
}

/** @param {Arena} arena */
function rest(arena) {
  const { verdicts, forfeits, agents, id } = arena;
  const found = [];
  if (verdicts.length > 1) {
    const items = verdicts.map(({ kind, words }) => element("li", { class: kind }, words));
    const list = element("ul", { class: "verdicts" }, ...items);
    const isLong = verdicts.length > MOST_VERDICTS;
    found.push(panel("What was found out", isLong
      ? element("details", {}, element("summary", { "data-key": "verdicts" }, `All ${verdicts.length} comparisons`), list) : list));
  }
  if (forfeits.length) {
    found.push(panel("Forfeits", table("Games that were forfeited", ["agent", "cause", "for instance", "games"],
      forfeits.map(({ agent, games, cause, example }) => [agents[agent] ?? "", cause, example, `${games}`]), 3)));
  }
  const files = ["table.csv", "games.csv", "report.json"].map((file) =>
    element("a", { class: "button", href: `/data/arenas/${id}/${file}`, download: `${id}-${file}`, "data-key": file }, file));
  found.push(panel("Again and elsewhere", element("p", { class: "soft" }, "This command plays it again:"), command(arena.command),
    element("div", { class: "row" }, element("span", { class: "soft" }, "Download"), ...files)));
  return [element("div", { class: "stack" }, ...found)];
}
