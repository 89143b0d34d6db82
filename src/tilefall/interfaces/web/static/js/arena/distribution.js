// Distribution: how many games came how far, and how far apart agents were on the same seeds.

import { Chart } from "../charts.js";
import { element } from "../dom.js";
import { refilled, swatch } from "../results/parts.js";
import { many, number } from "../results/wording.js";

/** @typedef {import("../results/types.js").Arena} Arena */
/** @typedef {import("../results/types.js").Differences} Differences */

const LABEL = "Share of games that came to so many lines or more";

export class Distribution {
  constructor() {
    this._chart = new Chart();
    this._isLog = element("input", { type: "checkbox", id: "by-factors" });
    this._isLog.addEventListener("change", () => this._draw());
    this._apart = element("div", { class: "histograms" });
    /** @type {Arena | null} */
    this._arena = null;
    this._isFirst = true;
    this.root = element("section", { class: "panel" },
      element("div", { class: "row apart" },
        element("h2", {}, "How many games came how far"),
        element("label", { class: "row", for: "by-factors" }, this._isLog, "lines by factors")),
      element("p", { class: "soft" }, `${LABEL}.`),
      this._chart.root, this._apart);
  }

  /** @param {Arena} arena */
  show(arena) {
    this._arena = arena;
    if (this._isFirst) this._isLog.checked = arena.is_skewed;
    this._isFirst = false;
    this.root.hidden = arena.curves.length === 0;
    this._draw();
    const first = arena.agents[0] ?? "";
    refilled(this._apart, ...arena.differences.map((each) => histogram(each, arena.agents[each.agent] ?? "", first)));
  }

  close() {
    this._chart.close();
  }

  _draw() {
    const arena = this._arena;
    if (!arena) return;
    const lines = arena.curves.map(({ agent, lines: across, percent }) => ({
      key: `${agent}`,
      name: arena.agents[agent] ?? "",
      look: agent,
      kind: /** @type {const} */ ("stairs"),
      points: across.map((line, i) => /** @type {[number, number]} */ ([line, percent[i] ?? 0])),
    }));
    const written = (/** @type {number} */ value) => `${number(value)} %`;
    this._chart.show(lines, { label: LABEL, across: "lines", isLogAcross: this._isLog.checked, hasNoLast: true, written });
  }
}

/**
 * How often the differences were how large, nothing in the middle.
 * @param {Differences} found
 * @param {string} name
 * @param {string} first
 */
function histogram({ agent, reach, counts, better, worse, games }, name, first) {
  const tallest = Math.max(...counts);
  const told = `${name} made more lines than ${first} in ${number(better)}, fewer in ${number(worse)} of ${many(games, "game")}.`;
  const step = (2 * reach) / counts.length;
  const boxes = counts.map((count, i) => {
    const [from, to] = [i, i + 1].map((at) => number(Math.round(10 * (at * step - reach)) / 10));
    const box = element("span", { class: `box a${agent % 7}`, title: `${from} to ${to} lines more: ${many(count, "game")}` });
    box.style.height = `${(100 * count) / tallest}%`;
    return element("span", { class: i === counts.length / 2 ? "bin middle" : "bin" }, box);
  });
  return element("figure", { class: "histogram" },
    element("figcaption", {}, swatch(agent), told),
    element("div", { class: "boxes", role: "img", "aria-label": told }, ...boxes),
    element("div", { class: "ends soft", "aria-hidden": "true" },
      element("span", {}, `−${number(reach)} lines`), element("span", {}, "0"), element("span", {}, `+${number(reach)}`)));
}
