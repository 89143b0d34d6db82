// Games of an arena: those of a cell or of an agent, a page at a time, each with a link to watch it.

import { button, element, say } from "../dom.js";
import { asked, Trouble } from "../asked.js";
import { refilled, table } from "../results/parts.js";
import { many, number } from "../results/wording.js";

/** @typedef {import("../results/types.js").Arena} Arena */
/** @typedef {import("../results/types.js").GamesPage} GamesPage */
/** @typedef {import("./crosstable.js").Cell} Cell */

const ORDERS = { seed: "by seed", best: "best first", worst: "worst first" };

export class Games {
  constructor() {
    this.root = element("section", { class: "panel games", hidden: true, tabindex: -1, id: "games" });
    /** @type {Cell | null} */
    this._cell = null;
    this._order = "seed";
    this._page = 1;
    this._asked = 0; // a late answer to an earlier question is not shown
  }

  /**
   * Show the games of a cell from the first on.
   * @param {Arena} arena
   * @param {Cell} cell
   * @param {boolean} isWanted whether somebody has just asked for it
   */
  async open(arena, cell, isWanted) {
    const isOther = this._cell?.first !== cell.first || this._cell?.second !== cell.second;
    if (isOther) this._page = 1;
    this._cell = cell;
    await this._load(arena, isWanted);
  }

  close() {
    this._cell = null;
    this.root.hidden = true;
  }

  /**
   * @param {Arena} arena
   * @param {boolean} isWanted
   */
  async _load(arena, isWanted) {
    const cell = this._cell;
    if (!cell) return;
    const question = (this._asked += 1);
    const words = new URLSearchParams({ first: `${cell.first}`, order: this._order, page: `${this._page}` });
    if (cell.second !== null) words.set("second", `${cell.second}`);
    try {
      /** @type {GamesPage} */
      const page = await asked(`/data/arenas/${arena.id}/games?${words}`);
      if (question !== this._asked) return;
      this._show(arena, page);
      if (isWanted) {
        say(`${this._title(arena)}: ${many(page.games, "game")}, page ${page.page} of ${page.pages}`);
        this.root.scrollIntoView({ block: "nearest" });
      }
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      refilled(this.root, element("p", { class: "trouble" }, error.message));
    }
  }

  /** @param {Arena} arena */
  _title({ agents }) {
    const { first, second } = this._cell ?? { first: 0, second: null };
    return second === null ? `Games of ${agents[first]}` : `${agents[first]} against ${agents[second]}`;
  }

  /**
   * @param {Arena} arena
   * @param {GamesPage} page
   */
  _show(arena, page) {
    this.root.hidden = false;
    const isAlone = arena.players === 1;
    const head = ["game", "seed", ...(isAlone ? ["lines"] : ["first", "second"]), "turns", "end"];
    const rows = page.rows.map((game) => [
      game.number === null ? "not recorded" : watch(arena.id, game.number),
      game.seed,
      ...(isAlone ? [number(game.score)] : game.players),
      number(game.turns),
      game.is_left_out ? `${game.end} (left out: it repeats another game, or its pair is not whole)` : game.end,
    ]);
    const title = this._title(arena);
    const made = table(`${title}, page ${page.page} of ${page.pages}`, head, rows);
    made.querySelectorAll("td:last-child, th:last-child").forEach((cell) => cell.classList.add("word"));
    refilled(this.root,
      element("div", { class: "row apart" }, element("h2", {}, `${title}: ${many(page.games, "game")}`), this._orders(arena)),
      made, this._pages(arena, page));
  }

  /** @param {Arena} arena */
  _orders(arena) {
    const select = element("select", { "aria-label": "Order of the games", "data-key": "order" },
      ...Object.entries(ORDERS).map(([value, words]) => element("option", { value, selected: value === this._order }, words)));
    select.addEventListener("change", () => {
      this._order = select.value;
      this._page = 1;
      void this._load(arena, true);
    });
    return select;
  }

  /**
   * @param {Arena} arena
   * @param {GamesPage} page
   */
  _pages(arena, { page, pages }) {
    const turned = (/** @type {number} */ to) => () => {
      this._page = to;
      void this._load(arena, true);
    };
    if (pages === 1) return "";
    return element("div", { class: "row pages" },
      button("Previous", turned(page - 1), { disabled: page === 1, "data-key": "previous" }),
      element("span", { class: "soft" }, `Page ${page} of ${pages}`),
      button("Next", turned(page + 1), { disabled: page === pages, "data-key": "next" }));
  }
}

/**
 * @param {string} id
 * @param {number} game
 */
function watch(id, game) {
  const href = `/watch#${new URLSearchParams({ arena: id, number: `${game}` })}`;
  return element("a", { href, "data-key": `watch ${game}`, "aria-label": `Watch game ${game}` }, `▶ Watch ${game}`);
}
